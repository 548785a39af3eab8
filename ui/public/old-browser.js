// Send browsers that are too old for the page to the one without JavaScript. This file is for them, so it is plain ES5.
// Browsers older than Chrome 111, Firefox 121 or Safari 16.4 lack one of these (README.md names the same versions).
(function () {
  var script = document.currentScript;
  var knows =
    window.CSS &&
    CSS.supports &&
    CSS.supports("color", "color-mix(in srgb, red, red)") &&
    CSS.supports("selector(:has(a))") &&
    "OffscreenCanvas" in window;
  if (script && !knows) location.replace(script.getAttribute("data-instead"));
})();
