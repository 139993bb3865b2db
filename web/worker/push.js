// What the worker does with messages of the push service. Imported by worker.js, with which it
// shares its names.
const app = new URL('/h5/', location.origin)

/** Below the app, or its first page: what came may say anything. */
const addressOf = (path) => {
  const url = new URL(typeof path === 'string' ? path : '', app)
  return url.origin === app.origin && url.pathname.startsWith(app.pathname) ? url : app
}

const textOf = (data) => {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const { title, body, lang, tag, path } = textOf(event.data)
  // Browsers take the permission away from who is told and shows nothing.
  event.waitUntil(
    self.registration.showNotification(title ?? 'Sunkeeper', {
      body: body ?? '',
      lang: lang ?? '',
      tag: tag ?? 'sunkeeper',
      renotify: true,
      icon: '/h5/icon-192.png',
      data: { path },
    }),
  )
})

/** An open page goes there by itself and loses nothing typed; false when it does not answer. */
const askPage = (page, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), 1_000)
    page.postMessage({ sunkeeper: 'open', path }, [port2])
  })

const openApp = async (path) => {
  const url = addressOf(path)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => new URL(one.url).pathname.startsWith(app.pathname))
  if (!page) return clients.openWindow(url.href)
  await page.focus().catch(() => undefined)
  if (await askPage(page, url.pathname.slice(app.pathname.length - 1) + url.search)) return page
  return page.navigate(url.href).catch(() => clients.openWindow(url.href))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openApp(event.notification.data?.path))
})

/** The browser has changed its address: the server learns it, when this person has still chosen this browser. */
const renew = async ({ oldSubscription, newSubscription }) => {
  if (!oldSubscription) return
  const known = await fetch('/api/push')
  if (!known.ok || !(await known.json()).subscriptions.some(({ here }) => here)) return
  const next = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options))
  const { endpoint, keys } = next.toJSON()
  await fetch('/api/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ endpoint, keys }),
  })
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
