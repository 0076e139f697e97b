"""Pages: fetch what this person may touch, decide, answer."""
