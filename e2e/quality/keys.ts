// Hands that have a keyboard and nothing else: Tab, arrows, Enter, Space and Escape.
import type { Locator, Page } from '@playwright/test'
import { expect } from '../world.ts'

/** No page has more places to stop at before what is looked for. */
const stops = 200

type Matching = { matches: (selector: string) => boolean }
export const holdsFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 &&
  target.first().evaluate((element: Matching) => element.matches(':focus, :has(:focus)'))

/** Goes on with Tab until it is there. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target.first()).toBeAttached()
  for (let left = stops; left > 0; left -= 1) {
    if (await holdsFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${String(target)}`)
}

export const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

export const tick = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Space')
}

export const type = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** One of a group of radios, by the arrows. */
export const choose = async (page: Page, group: Locator, wanted: Locator): Promise<void> => {
  await tabTo(page, group)
  // Space takes the one that the focus came to; the arrows take the next.
  await page.keyboard.press('Space')
  for (let left = stops; left > 0 && !(await wanted.isChecked()); left -= 1)
    await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeChecked()
}

/** Escape closes it, and the focus is back at what opened it; then it is opened again. */
export const leaveAndReturn = async (page: Page, opener: Locator, sheet: Locator): Promise<void> => {
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect.poll(() => holdsFocus(opener)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
}
