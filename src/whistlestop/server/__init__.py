"""Tables where people and bots play together, over HTTP.

`app.application` puts everything together; `table.Table` is one game and who sits at it; `update`
is the only way from a table to what is sent.
"""
