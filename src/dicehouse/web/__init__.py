"""Serve pages, sockets and the public API over HTTP. No rules and no table logic are here."""
