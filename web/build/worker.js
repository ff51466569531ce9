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

/** From the network, and kept; else what was kept last, marked with the moment that it is from. */
async function lately(request) {
  const cache = await caches.open(LATELY)
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
    if (answer.ok && answer.type === 'basic') await cache.put(request, marked(answer.clone(), new Date().toISOString()))
    return answer
  } catch (error) {
    const found = await cache.match(request)
    if (found) return found
    throw error
  }
}

function marked(answer, moment) {
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding') // the body is unpacked by now
  headers.delete('content-length')
  headers.set('x-herzdame-kept', moment)
  return new Response(answer.body, { status: answer.status, headers })
}
