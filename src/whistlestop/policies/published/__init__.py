"""Agents from publications, compiled. Other players are measured against them.

Silva, Lee, Togelius and Nealen (2017) described four agents, which Witter and Lyford (2020) used as
well: the One-Step Thinker, the Long Route, the Route Focused and the Destination Hungry agent. The
racer, with a connected variant, goes for long routes alone. All are written from descriptions. The
released code has defects that its published results depend on. So each of the four agents exists in
two versions, as coded and as described. `docs/published-agents.md` says what was measured and what
is a guess.
"""
