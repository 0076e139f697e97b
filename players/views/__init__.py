"""The pages about people; each is in the table of routes, with who may."""
