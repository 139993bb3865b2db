import { pathTo } from '../../../paths.ts'
import type { AppPath } from '../../../kit/navigation/app-path.ts'

/** The pages that `g` and a letter lead to. */
export const goesTo = {
  h: pathTo('home'),
  s: pathTo('station-list'),
  a: pathTo('om-page'),
  o: pathTo('om-page', { tab: 'orders' }),
  w: pathTo('my-work-order'),
  e: pathTo('service-page'),
  m: pathTo('mine-page'),
} as const satisfies Record<string, AppPath>
export type GoLetter = keyof typeof goesTo
export const goLetters = Object.keys(goesTo) as GoLetter[]

/** What presses the button of a page that bears the letter: dispatch, acknowledge, choose several. */
export const actLetters = ['d', 'a', 'x'] as const
export type ActLetter = (typeof actLetters)[number]

/**
 * What has the focus: a field that is typed into; something that arrow keys and the space bar move by themselves; a
 * button or link; a row of a list; or nothing but the page.
 */
export type Focus = 'field' | 'own' | 'control' | 'row' | 'page'

export type Press = {
  key: string
  shift: boolean
  /** With Control, Alt or Meta it is the browser's, or the system's. */
  modified: boolean
  /** Held down. */
  repeated: boolean
}

export type Command =
  | { do: 'move'; by: 'next' | 'before' | 'first' | 'last'; extend: boolean }
  | { do: 'pick' }
  | { do: 'search' }
  | { do: 'help' }
  | { do: 'close' }
  | { do: 'begin' }
  | { do: 'go'; to: AppPath }
  | { do: 'act'; letter: ActLetter }

const moves = { ArrowDown: 'next', ArrowUp: 'before', Home: 'first', End: 'last' } as const

const isOf = <T extends string>(all: readonly T[], key: string): key is T => all.some((one) => one === key)

/**
 * What a press means; null: it is left to the browser. `begun`: `g` was pressed just before. `letters`: whether single
 * letters do anything, which a person can turn off.
 */
export const commandOf = (
  { key, shift, modified, repeated }: Press,
  { focus, begun, letters }: { focus: Focus; begun: boolean; letters: boolean },
): Command | null => {
  if (modified || focus === 'field') return null
  if (key === 'Escape') return shift ? null : { do: 'close' }
  if (Object.hasOwn(moves, key)) {
    const by = moves[key as keyof typeof moves]
    const extend = shift && (by === 'next' || by === 'before')
    return focus === 'own' || (shift && (!extend || focus !== 'row')) ? null : { do: 'move', by, extend }
  }
  if (key === ' ') return focus === 'row' && !shift ? { do: 'pick' } : null
  if (!letters || repeated) return null
  // Where these two stand differs between keyboards, and with them whether they want Shift.
  if (key === '?') return { do: 'help' }
  if (key === '/') return { do: 'search' }
  if (shift) return null
  if (begun) return isOf(goLetters, key) ? { do: 'go', to: goesTo[key] } : null
  if (key === 'g') return { do: 'begin' }
  return isOf(actLetters, key) ? { do: 'act', letter: key } : null
}
