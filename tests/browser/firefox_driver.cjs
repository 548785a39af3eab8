// Loaded into Playwright's driver by NODE_OPTIONS: Firefox ESR doesn't know emulation.setMediaFeaturesOverride, so the
// driver may not send it. What it would set is set by preferences instead.
const Module = require("node:module");

const compile = Module.prototype._compile;
Module.prototype._compile = function (code, name, ...rest) {
  const changed = name.endsWith("coreBundle.js")
    ? code.replaceAll(/\.send\("emulation\.setMediaFeaturesOverride"/g, '.send("session.status"')
    : code;
  return compile.call(this, changed, name, ...rest);
};
