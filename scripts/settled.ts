// When a page of the app has come to rest: what pictures are taken of. The page's content policy lets no script of ours
// run by itself there, so it is asked again and again from here.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright'

const LOOK_EVERY_MS = 120
/** A machine that does other things as well takes its time; what has not settled by then never will. */
const PATIENCE_MS = 45_000

/** A page that did not come to rest, with what it still waited for. */
export class Unsettled extends Error {
  override name = 'Unsettled'
}

type Seen = { waits: string[]; picture: string }

// Within the page. Pictures and drawings below the fold are not fetched, and what moves for ever never comes to rest.
const look = `(() => {
  const inSight = (one) => {
    const { top, bottom, width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight && one.checkVisibility()
  }
  const waits = []
  if (!document.querySelector('main, [role=main], dialog[open]')) waits.push('no page')
  for (const one of document.querySelectorAll('[aria-busy=true], [data-bone]'))
    if (inSight(one)) waits.push(one.matches('[data-bone]') ? 'a skeleton' : 'busy: ' + (one.textContent || one.tagName))
  for (const one of document.images) if (inSight(one) && !one.complete) waits.push('picture ' + one.currentSrc)
  for (const one of document.getAnimations())
    if (one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity) waits.push('a movement')
  if (document.fonts.status !== 'loaded') waits.push('fonts')
  const boxes = [...document.querySelectorAll('canvas, svg, img, dialog')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return [x, y, width, height].map(Math.round).join()
  })
  return { waits: [...new Set(waits)], picture: document.body.innerText + boxes.join(' ') }
})()`

/** Answers, and the code of sheets and parts that comes when they are wanted. A stream never ends. */
const concerns = (request: Request): boolean =>
  /^\/(?:api\/(?!live)|h5\/assets\/)/.test(new URL(request.url()).pathname)

const asked = new WeakMap<Page, Set<Request>>()

/** Counts what the page asks the server for. Before its first address is opened. */
export const watchPage = (page: Page): void => {
  const open = new Set<Request>()
  asked.set(page, open)
  page.on('request', (request) => concerns(request) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

const lookAt = async (page: Page): Promise<Seen> => {
  const { waits, picture } = await page.evaluate<Seen>(look)
  const answers = [...(asked.get(page) ?? [])].map(
    (request) => `answer of ${new URL(request.url()).pathname}`,
  )
  return { waits: [...waits, ...answers], picture }
}

/**
 * Resolves once nothing is missing any more and two looks in a row see the same.
 * @throws Unsettled with what was still missing
 */
export const settled = async (page: Page, patienceMs = PATIENCE_MS): Promise<void> => {
  const end = performance.now() + patienceMs
  let before: string | null = null
  for (;;) {
    const { waits, picture } = await lookAt(page)
    if (waits.length === 0 && picture === before) return
    if (performance.now() > end)
      throw new Unsettled(waits.length > 0 ? `still waits for ${waits.join(', ')}` : 'changes all the time')
    before = picture
    await pause(LOOK_EVERY_MS)
  }
}
