"""Which version of the house this is."""

VERSION = "0.1.0"
