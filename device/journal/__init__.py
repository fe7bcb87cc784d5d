"""The record of a table: append-only, chained by hashes, signed at each shoe's end, readable by anyone's SQLite.

Start with `sqlite.SqliteJournal` (the table's one writer) and `reading.Reader` (everybody else). README.md beside this
file says what is in the file and how to query it.
"""
