import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server serves these files under /static/ and names table.js, house.js, review.js and their style sheets itself, so the names are fixed.
// What the table and its boards share lives in chunks of its own: no chunk may import table.js, which is requested with a version in
// its address and would be loaded twice. three.js is left out of them: the one game that draws in 3D fetches it when it is played.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/dicehouse/web/static",
    emptyOutDir: true,
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    manifest: "parts.json",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { table: "src/table/main.ts", house: "src/house.ts", review: "src/review.ts" },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        assetFileNames: (asset) => {
          const name = asset.names[0] ?? "";
          if (name.endsWith(".woff2")) return "fonts/[name]-[hash][extname]";
          const named = /^(table|house|review)\.css$/.test(name) || asset.originalFileNames.includes("src/icons.svg");
          return named ? "[name][extname]" : "chunks/[name]-[hash][extname]";
        },
        codeSplitting: {
          groups: [
            {
              name: "kit",
              test: /node_modules[\\/](?!three[\\/])|src[\\/]kit[\\/](?!dice3|Die3)|table[\\/](?:Log.svelte|socket.ts)|preload-helper/,
            },
          ],
        },
      },
    },
  },
});
