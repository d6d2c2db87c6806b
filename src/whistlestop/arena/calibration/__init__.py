"""Calibration: whether the chances that the judge tells come true.

Bots play games. In some positions of each game the judge estimates the chance of the seat whose
turn it is, and the chances of the other seats at their next turns. When the game is over, what was
said is compared with what happened.
"""
