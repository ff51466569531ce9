// Keeps the pages, and what was last known of one's tables, for when there is no network.
// FILES and VERSION are put in by build/offline.ts.
const PAGES = `pages-${VERSION}`
const LATELY = 'lately'
const WORTH_KEEPING = /^\/api\/(games|me)(\/|$)/
const PATIENCE = 4000 // milliseconds

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(PAGES)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(fresh(request, '/index.html'))
  else if (FILES.includes(pathname)) event.respondWith(kept(request))
  else if (WORTH_KEEPING.test(pathname)) event.respondWith(lately(request))
})

async function dropOld() {
  for (const name of await caches.keys()) if (name !== PAGES && name !== LATELY) await caches.delete(name)
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** From the network, else what is kept instead. */
async function fresh(request, instead) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    const found = await caches.match(instead)
    if (found) return found
    throw error
  }
}

async function lately(request) {
  const answer = await fresh(request, request)
  if (answer.ok && answer.type === 'basic') {
    const cache = await caches.open(LATELY)
    await cache.put(request, answer.clone())
  }
  return answer
}
