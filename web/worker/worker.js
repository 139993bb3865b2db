// The worker of the installed app: the app's own files, and nothing of the API, which is never kept here. Written by
// hand and not taken from a library because what it has to know (which files belong to the first page, in which order
// the others come) is known to our build alone, and little is left beside it.
importScripts('/h5/push.js')

const first = __FIRST__
const rest = __REST__
const base = '/h5/'
const pages = 'sunkeeper-page-__VERSION__'
/** Files whose names change with what is in them: one store for all versions. */
const files = 'sunkeeper-files'

const keep = async (path) => {
  const store = await caches.open(files)
  if (await store.match(path)) return
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await store.put(path, answer)
}

const keepPage = async () => {
  const answer = await fetch(base, { cache: 'no-cache', redirect: 'error' })
  if (!answer.ok) throw new Error(`${base}: ${answer.status}`)
  const copy = answer.clone()
  // A page of another version belongs to another worker.
  if (!(await copy.text()).includes(first[0])) throw new Error('another version')
  await (await caches.open(pages)).put(base, answer)
}

self.addEventListener('install', (event) => {
  // Where browsers know this, calls of the API do not wait for the worker to wake up.
  try {
    event.addRoutes?.({
      condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) },
      source: 'network',
    })
  } catch {}
  event.waitUntil(Promise.all([keepPage(), ...first.map(keep)]))
})

const tidy = async () => {
  for (const name of await caches.keys())
    if (name.startsWith('sunkeeper-page-') && name !== pages) await caches.delete(name)
  const store = await caches.open(files)
  const mine = new Set([...first, ...rest])
  for (const request of await store.keys())
    if (!mine.has(new URL(request.url).pathname)) await store.delete(request)
  await clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(tidy()))

const fetchRest = async () => {
  for (const path of rest) {
    try {
      await keep(path)
    } catch {
      // What is missing comes when it is asked for.
    }
  }
}

self.addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting()
  if (event.data === 'fetch the rest') event.waitUntil(fetchRest())
})

const page = async (event) => {
  const kept = await (await caches.open(pages)).match(base)
  if (!kept) return fetch(event.request)
  // Its headers may have changed with the server's settings; the next start has them.
  event.waitUntil(keepPage().catch(() => undefined))
  return kept
}

const file = async (event) => {
  const path = new URL(event.request.url).pathname
  const store = await caches.open(files)
  const kept = await store.match(path)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok && rest.includes(path)) event.waitUntil(store.put(path, answer.clone()))
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(base)) return
  if (request.mode === 'navigate' && !pathname.includes('.')) event.respondWith(page(event))
  else if (pathname.startsWith(`${base}assets/`) || first.includes(pathname)) event.respondWith(file(event))
})
