"""Answer the pages that the server renders: one module for each page or group of pages."""
