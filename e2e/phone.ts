// What a phone holds of the app: its worker's files and its stores.
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './world.ts'

/** What home and a list show of a world: a power, and a station. */
export const watts = /\d\s*(?:k|M)?W/
export const barn = 'Landshut-Scheunendach'

const shots = process.env['E2E_SHOTS']
/** To be looked at by a person, when asked for. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}
/** The worker has all files and holds the page. */
export const settled = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  const worker = await (await page.request.get(new URL('/h5/worker.js', page.url()).href)).text()
  const wanted = new Set(worker.match(/\/h5\/assets\/[\w.-]+/g))
  expect(wanted.size).toBeGreaterThan(200)
  await page.evaluate(`navigator.serviceWorker.controller.postMessage('fetch the rest')`)
  // Hundreds of files come one after the other.
  await expect
    .poll(
      async () => {
        const kept = await page.evaluate<string[]>(
          `caches.open('sunkeeper-files').then((store) => store.keys())
            .then((all) => all.map(({ url }) => new URL(url).pathname))`,
        )
        return [...wanted.difference(new Set(kept))]
      },
      { timeout: 600_000 },
    )
    .toEqual([])
}

/** Keys, or values as text, of one of the phone's stores. */
export const stored = async (
  page: Page,
  database: string,
  name: string,
  what: 'keys' | 'values',
): Promise<string> =>
  page.evaluate<string>(`new Promise((resolve) => {
    const opening = indexedDB.open('${database}')
    opening.onupgradeneeded = () => opening.result.createObjectStore('${name}')
    opening.onsuccess = () => {
      const all = opening.result.transaction('${name}').objectStore('${name}')
      const asked = ${what === 'keys' ? 'all.getAllKeys()' : 'all.getAll()'}
      asked.onsuccess = () => { resolve(JSON.stringify(asked.result)); opening.result.close() }
    }
  })`)
/** What was read and is kept. */
export const kept = (page: Page): Promise<string> => stored(page, 'sunkeeper-kept', 'kept', 'keys')
/** What waits to be sent. */
export const queued = (page: Page): Promise<string> => stored(page, 'sunkeeper-queue', 'queue', 'values')

/** Each page finds a phone on which nothing was kept of what was read before. */
export const keepNothing = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(`
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      return open.call(this, name === 'sunkeeper-kept' ? 'empty-' + Math.random() : name, version)
    }
  `)
}
