import type { Browser, Page } from 'playwright'
import { contextOf } from './phone.ts'

const ROUNDS = 5
const patienceMs = 30_000
/** Nobody presses sooner what has just come. */
const SEEN_MS = 500

/** From a press until the first frame with another title has been drawn, ms. Runs in the page. */
const frameAfterPress = (link: string): string => `new Promise((resolve) => {
  const link = document.querySelector(${JSON.stringify(link)})
  const before = document.querySelector('h1')?.textContent
  const began = performance.now()
  const drawn = new MessageChannel()
  drawn.port1.onmessage = () => resolve(performance.now() - began)
  const look = () => {
    const now = document.querySelector('h1')?.textContent
    if (!now || now === before) return
    seen.disconnect()
    // What is posted in a frame is read once that frame has been drawn.
    requestAnimationFrame(() => drawn.port2.postMessage(null))
  }
  const seen = new MutationObserver(look)
  seen.observe(document, { subtree: true, childList: true, characterData: true })
  link.click()
})`

/** A link and a title, and no more code than it takes to change one by the other; `change` does that. */
const barePage = (
  change: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>bare</title>
<h1>List</h1><a href="#next">Next</a><script>
const next = () => { history.pushState(null, '', '#next'); document.querySelector('h1').textContent = 'Next' }
document.querySelector('a').addEventListener('click', (event) => { event.preventDefault(); ${change} })
</script>`

/** `moving`: the bare page whose title comes in as a page does, by a transition of the browser's own. */
export type Pushes = { bare: number[]; moving: number[]; soon: number[]; cold: number[]; again: number[] }

const press = async (page: Page, link: string, seenMs = SEEN_MS): Promise<number> => {
  await page.waitForSelector(link, { timeout: patienceMs })
  await page.waitForTimeout(seenMs)
  return page.evaluate<number>(frameAfterPress(link))
}

/** First and second presses on a station of the list: until its title stands, whatever else is still on its way. */
export const pushes = async (browser: Browser, url: string, cookie: string): Promise<Pushes> => {
  const found: Pushes = { bare: [], moving: [], soon: [], cold: [], again: [] }
  const station = 'a[href*="station-detail"]'
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await contextOf(browser, url, cookie)
    for (const [list, change] of [
      [found.bare, 'next()'],
      [found.moving, 'document.startViewTransition(next)'],
    ] as const) {
      const bare = await context.newPage()
      await bare.setContent(barePage(change))
      list.push(await press(bare, 'a'))
      await bare.close()
    }
    const page = await context.newPage()
    // Who saves data has fetched no page ahead: its code comes after the press.
    await page.addInitScript(
      'Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true })',
    )
    await page.goto(`${url}/h5/station-list`)
    found.cold.push(await press(page, station))
    await page.waitForSelector('[role="tab"]', { timeout: patienceMs })
    await page.goBack()
    found.again.push(await press(page, station))
    await page.close()
    const early = await context.newPage()
    await early.goto(`${url}/h5/station-list`)
    found.soon.push(await press(early, station, 0))
    await context.close()
  }
  return found
}
