"""Tests of Dicehouse; a package, so that they can share their helpers."""
