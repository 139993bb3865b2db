// Everyday quality of one page: what a person meets who uses a keyboard, large text, another direction of writing or no
// motion. Each look gives what it found wrong; nothing is what is wanted.
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'

type Found = readonly string[]
export type Look = 'axe' | 'loaded' | 'fingers' | 'keyboard' | 'large text' | 'long words' | 'mirrored'

/** Before a page of the context is opened. */
export const bringChecks = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })
}

const ask = async <T>(page: Page, what: string): Promise<T> => page.evaluate<T>(`quality.${what}`)
/** Styles that were changed by hand are drawn, and what watches sizes has measured anew. */
const drawn = async (page: Page): Promise<void> =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))',
  )

/** Tab from the first to the last; each is seen, none is left out, and nothing holds the focus. */
const byKeyboard = async (page: Page): Promise<Found> => {
  let count = await ask<number>(page, 'keyboard.begin()')
  const wrong: string[] = []
  // Some more, for what comes when the focus does; a trap would go on for ever.
  for (let left = count + 5; left > 0; left -= 1) {
    await page.keyboard.press('Tab')
    // What was still on its way at first has places of its own.
    const more = (await ask<number>(page, 'keyboard.places()')) - count
    if (more > 0) {
      count += more
      left += more
    }
    const step = await ask<{ over: boolean; wrong: string[] }>(page, 'keyboard.step()')
    wrong.push(...step.wrong)
    if (step.over) break
    if (left === 1) wrong.push(`no end after ${count} places`)
  }
  return [...wrong, ...(await ask<string[]>(page, 'keyboard.end()'))]
}

const changed = async (page: Page, change: string, dots: boolean): Promise<Found> => {
  await ask(page, change)
  await drawn(page)
  return [
    ...(await ask<string[]>(page, `cut({ dots: ${dots} })`)),
    ...(await ask<string[]>(page, 'overlaps()')),
  ]
}

const byLook: Readonly<Record<Look, (page: Page) => Promise<Found>>> = {
  axe: async (page) => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  },
  loaded: async (page) =>
    page.evaluate<string[]>(
      '[...quality.shifted(), ...quality.uneven(), ...quality.moving(), ...quality.cut({ dots: true }), ...quality.overlaps()]',
    ),
  fingers: async (page) => ask<string[]>(page, 'smallTargets()'),
  keyboard: byKeyboard,
  'large text': async (page) => {
    const found = await changed(page, 'doubleText()', false)
    await ask(page, 'singleText()')
    return found
  },
  mirrored: async (page) => {
    const found = await changed(page, "write('rtl')", true)
    await ask(page, "write('ltr')")
    return found
  },
  'long words': async (page) => changed(page, 'lengthen()', true),
}

/** In an order in which none spoils the next: words that were lengthened stay so. */
export const allLooks: readonly Look[] = [
  'loaded',
  'axe',
  'fingers',
  'keyboard',
  'large text',
  'mirrored',
  'long words',
]

/** What a page that stands there has wrong, each line with the look that found it. */
export const wrongWith = async (page: Page, looks: readonly Look[]): Promise<string[]> => {
  const found: string[] = []
  for (const look of looks) found.push(...(await byLook[look](page)).map((line) => `${look}: ${line}`))
  return found
}
