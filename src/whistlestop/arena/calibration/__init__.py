"""Calibration: compare the judge's chances with the results of games.

Bots play games. In some positions of each game, the judge estimates the chance to win of the seat
whose turn it is. It also estimates the chances of the other seats at their next turns. When the
game is over, these chances are compared with its result.
"""
