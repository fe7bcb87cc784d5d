"""The site's packs in their file: faces under lock, steps of packs, and the snapshot that a table deals by."""
