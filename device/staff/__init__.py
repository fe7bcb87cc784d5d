"""The people of a table: who they are, how they prove it, what each may sign.

Kept in a file of its own, so that a journal can be handed to an auditor without it.
"""
