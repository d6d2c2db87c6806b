"""What a viewer may see of a game, and what follows from it.

`view.see` turns a state into a `View`, and `journal_events` makes events. Other modules
answer questions about views: why an action is not possible (`explain`), what a ticket still needs
(`completion`), how many points each seat has (`sheet`), and which states agree with a view
(`worlds`).
"""
