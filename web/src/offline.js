// The page's files, kept in the browser. Answers of the server are never kept: they would be old.

const PARTS = __FILES__;
const NAME = 'page-' + PARTS.join('|').split('').reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) >>> 0, 7);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(PARTS))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => Promise.all(names.filter((name) => name.startsWith('page-') && name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  // The page itself is asked for anew where that is possible; names of its parts hold a digest of what is in them.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/index.html')));
  else event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});
