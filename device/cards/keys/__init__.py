"""What must stay secret beside the registry: the site's secret, and the key that seals receipts."""
