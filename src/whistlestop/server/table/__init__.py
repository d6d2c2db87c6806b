"""Tables: their entries, the one place where these are applied, their seats and their luck."""
