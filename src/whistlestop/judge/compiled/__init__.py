"""The part of the judge that runs compiled."""
