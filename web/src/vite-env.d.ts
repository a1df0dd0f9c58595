/// <reference types="vite/client" />

// The build reads one file of its own; the rest of Node's types are not needed.
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string;
}
