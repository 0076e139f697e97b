"""The long game: what years of matches come to.

`parts` reads one match into what each player did there, `ratings` says how a result moves people,
`following` keeps both in the table as acts are written. All pages read the table through `reading`
and fold its rows with plain functions.
"""
