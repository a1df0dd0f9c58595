import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** The service worker knows every file of the page by name. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = ['/index.html', '/icon.svg', '/manifest.webmanifest', ...Object.keys(bundle).filter((name) => name !== 'index.html').map((name) => `/${name}`)].sort();
      const source = readFileSync(new URL('./src/offline.js', import.meta.url), 'utf8').replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

// One page, no request outside the server. Names of assets hold a digest, so they are cached for ever.
export default defineConfig({
  plugins: [offline()],
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
  server: {
    // Names of motifs and concepts are read where they are given.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:1749', changeOrigin: false } },
  },
});
