"""Pages for people, one module for each: home, lobby, table, finished game, lesson, rulebook, account, errors.

`choices`, `table_form`, `table_lines` and `win_chart` are parts that pages show.
"""
