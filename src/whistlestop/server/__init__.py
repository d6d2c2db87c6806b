"""Tables where people and bots play together, over HTTP.

`app.application` puts everything together; `table/` holds one game and who sits at it, and
`sent/update` is the only way from there to what is sent.
"""
