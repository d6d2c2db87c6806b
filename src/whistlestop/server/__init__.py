"""The server: tables where people and bots play together over HTTP.

`app.application` builds the ASGI application. The package `table` holds one game and the people who
play it. All data that leaves a table for a client is made in `sent/update`.
"""
