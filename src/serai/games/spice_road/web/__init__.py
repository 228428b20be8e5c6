"""The page of Spice Road: board, question, log, rulebook and lesson, with their templates."""
