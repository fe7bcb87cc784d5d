"""Registry, secret and key of receipts kept safe under a passphrase, and put back."""
