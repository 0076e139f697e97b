"""A believable group with years of history, made of chance: `manage.py demo`.

`cast` says who they are, `hands` plays a round, `nights` says when they meet and what they play,
`table` writes a match down, `history` the group's years. All is written through the same acts as
on a phone; the same seed tells the same years again.
"""
