// The service worker of the contributor's pages (scope /board). It shows notifications, and one page of its own when there is no
// connection. It stores that page and nothing else: no answer of the API, and no page with somebody's films.

const shell = 'cairn-shell-1'
const offlinePage = '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.add(new Request(offlinePage, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(offlinePage)) ?? Response.error()),
  )
})

self.addEventListener('push', (event) => {
  const { text, path, tag } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification('Cairn', {
      body: text ?? 'Something happened to one of your films.',
      tag,
      icon: '/icon-192.png',
      data: { path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.path ?? '/board/submissions', self.location.origin)
  // The message is ours; still, a notification leads to no other site.
  if (url.origin === self.location.origin) event.waitUntil(show(url.href))
})

async function show(href) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find((client) => client.url === href)
  return open ? open.focus() : self.clients.openWindow(href)
}
