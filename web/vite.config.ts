import { defineConfig } from 'vite';

// One page, no request outside the server. Names of assets hold a digest, so they are cached for ever.
export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    // Pieces are drawn in the style sheet: a style sheet with `data:` pictures is one request instead of thirteen.
    assetsInlineLimit: 8192,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  // The page's own host goes along: the server refuses requests of other origins.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:1749', changeOrigin: false } } },
});
