import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { textRuns } from "./scripts/text-runs";

const RUNTIME = "site-runtime/pyodide.mjs"; // the static site has it in its folder "runtime", and only its worker loads it

// The server serves these files under /static/ and names table.js, house.js, review.js and their style sheets itself,
// so these names are fixed. Code that the table shares with its boards is in the chunk "shared": no chunk may import
// table.js, which is requested with a version in its address and would be loaded twice. three.js is not in it:
// inDICEsion loads it when it is played.
export default defineConfig({
  plugins: [textRuns(), svelte()],
  base: "./",
  build: {
    outDir: "../src/dicehouse/web/static",
    emptyOutDir: true,
    target: ["chrome111", "firefox121", "safari16.4"], // as in README.md and public/old-browser.js
    assetsInlineLimit: 0,
    manifest: "parts.json",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      external: [RUNTIME],
      input: {
        table: "src/app/table.ts",
        house: "src/app/server-pages.ts",
        review: "src/app/review.ts",
        site: "src/site/shell.ts",
        "site-worker": "src/site/worker.ts",
        "site-thinker": "src/site/thinker.ts",
        "site-service-worker": "src/site/service-worker.ts",
      },
      output: {
        paths: { [RUNTIME]: `../${RUNTIME.replace("site-", "")}` },
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        assetFileNames: (asset) => {
          const name = asset.names[0] ?? "";
          if (name.endsWith(".woff2")) return "fonts/[name]-[hash][extname]";
          const named =
            /^(table|house|review|site)\.css$/.test(name) || asset.originalFileNames.includes("src/shared/icons.svg");
          return named ? "[name][extname]" : "chunks/[name]-[hash][extname]";
        },
        codeSplitting: {
          groups: [
            {
              name: "shared",
              test: /node_modules[\\/](?!three[\\/])|src[\\/]shared[\\/](?!die-3d|Die3D|RulesSections|client-seeds|sha256|turn-favicon|number-words)[\w.-]+\.(?:ts|svelte)$|log[\\/]Log.svelte|connection[\\/]socket.ts|preload-helper/,
            },
          ],
        },
      },
    },
  },
});
