// What is looked at in every state of a component. The looks that the browser tests have for whole pages (in-page.js) are
// the same here; each gives what it found wrong, a line a finding.
import axe from 'axe-core'
import { userEvent } from 'vitest/browser'

type Found = readonly string[]
declare global {
  interface Window {
    quality: {
      cut: (allowed?: { dots: boolean }) => Found
      overlaps: () => Found
      smallTargets: () => Found
      uneven: () => Found
      moving: () => Found
      keyboard: {
        begin: () => number
        places: () => number
        step: () => { over: boolean; wrong: Found }
        end: () => Found
      }
    }
  }
}

const frame = async (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()))

/** Until what was changed is drawn, and what watches sizes has measured anew and is drawn too. */
export const drawn = async (): Promise<void> => {
  await frame()
  await frame()
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.all(ending.map(async (one) => one.finished.catch(() => undefined)))
}

const named = (element: Element): string =>
  `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.split(' ')[0] ?? ''}`

const isScrolledTo = (element: Element): boolean => {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { overflowX, clipPath } = getComputedStyle(at)
    if (overflowX !== 'visible' || clipPath !== 'none') return true
  }
  return false
}

/** What reaches beyond the phone, whether it has words or not. What scrolls or is clipped by its own box does not. */
const beyond = (): Found => [
  ...new Set(
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 && (left < -1 || right > window.innerWidth + 1)
      })
      .filter((element) => !isScrolledTo(element))
      .map((element) => `beyond the phone: ${named(element)}`),
  ),
]

const byAxe = async (rules?: string[]): Promise<Found> => {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // What only whole pages have: landmarks, and a heading of the first level.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

const words = (dots: boolean): Found => [
  ...window.quality.cut({ dots }),
  ...window.quality.overlaps(),
  ...beyond(),
]

/** Sizes, words and names as they are at first. `dots`: a long text may end in three dots. */
export const wrongAsIs = async (dots: boolean): Promise<Found> => [
  ...words(dots),
  ...window.quality.uneven(),
  ...window.quality.moving(),
  ...(await byAxe()),
  ...window.quality.smallTargets(),
]

export const wrongInDark = async (): Promise<Found> => byAxe(['color-contrast'])

export const wrongWithLargeText = (dots: boolean): Found => [...words(dots), ...window.quality.smallTargets()]

/** Before the first place; what has only just been opened may take the focus a moment later, and then it begins again. */
const beginByKeyboard = async (): Promise<number> => {
  for (let left = 5; ; left -= 1) {
    const count = window.quality.keyboard.begin()
    await drawn()
    if (left === 0 || document.activeElement === document.body) return count
  }
}

/** Tab from the first to the last: each can be seen, none is left out, and nothing holds the focus. */
export const wrongByKeyboard = async (): Promise<Found> => {
  let count = await beginByKeyboard()
  const wrong: string[] = []
  // Some more, for what comes when the focus does; a trap would go on for ever.
  for (let left = count + 5; left > 0; left -= 1) {
    await userEvent.tab()
    // What was still on its way at first has places of its own.
    const more = window.quality.keyboard.places() - count
    if (more > 0) {
      count += more
      left += more
    }
    const step = window.quality.keyboard.step()
    wrong.push(...step.wrong)
    if (step.over) break
    if (left === 1) wrong.push(`no end after ${count} places`)
  }
  return [...wrong, ...window.quality.keyboard.end()]
}
