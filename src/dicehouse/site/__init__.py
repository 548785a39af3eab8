"""Play in a browser tab without a server: the static site, and the server's application as it runs in a worker there.

`build.py` writes the site. The worker (ui/src/site) starts Python, which imports `tab_app.py`; the modules in
`substitutes` stand in for libraries that Python has not there. Code that only the site uses is here and in ui/src/site.
"""
