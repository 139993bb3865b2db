import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { longWords, type LongWords } from './long-words.ts'
import { wrongAsIs, wrongByKeyboard, wrongInDark, wrongWithLargeText } from './quality.ts'
import { show } from './show.tsx'

/** Why a component has no such state. */
type Reason = string

export type States = {
  /** With everything that it can show. */
  usual: ReactElement
  empty: ReactElement | Reason
  loading: ReactElement | Reason
  /** What it shows is not current, or no longer known to be. */
  stale: ReactElement | Reason
  error: ReactElement | Reason
  /** With the longest texts that people or languages may put into it; shown in both languages. */
  long: ((words: LongWords) => ReactElement) | Reason
  /** It is as wide as the phone. */
  whole?: true
  /** Further states that it has. */
  more?: Readonly<Record<string, ReactElement>>
}

type Named = {
  name: string
  element: ReactElement
  language: 'en' | 'zh_CN'
  /** A text may end in three dots. */
  dots: boolean
}

const namedStates = ({ usual, empty, loading, stale, error, long, more = {} }: States): Named[] => [
  ...Object.entries({ usual, empty, loading, stale, error, ...more }).flatMap(([name, element]) =>
    typeof element === 'string' ? [] : [{ name, element, language: 'en' as const, dots: false }],
  ),
  ...(typeof long === 'string'
    ? []
    : [
        { name: 'long English', element: long(longWords.en), language: 'en' as const, dots: true },
        { name: 'long Chinese', element: long(longWords.zh_CN), language: 'zh_CN' as const, dots: true },
      ]),
]

declare global {
  interface ImportMetaEnv {
    /** The folder of this repository into which a picture of each state goes; without it none is taken. */
    readonly VITE_PICTURES?: string
  }
}

const picture = async (component: string, name: string): Promise<void> => {
  const folder = import.meta.env.VITE_PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${component}, ${name}.png` })
}

/**
 * The states of a component, each looked at as it is, in dark and with letters twice as large: nothing is cut, covered
 * or too small for a finger, everything can be read and has a name; and once through it by keyboard.
 */
export const componentStates = (component: string, states: States): void => {
  const { whole = false } = states
  describe(`${component}, states`, () => {
    test.each(namedStates(states))('$name', async ({ name, element, language, dots }) => {
      await show(element, { whole, language })
      await picture(component, name)
      expect(await wrongAsIs(dots)).toEqual([])
    })
    test.each(namedStates(states))('$name, dark', async ({ name, element, language }) => {
      await show(element, { whole, language, theme: 'dark' })
      await picture(component, `${name}, dark`)
      expect(await wrongInDark()).toEqual([])
    })
    test.each(namedStates(states))('$name, 200 % text', async ({ name, element, language, dots }) => {
      await show(element, { whole, language, text: 200 })
      await picture(component, `${name}, 200`)
      expect(wrongWithLargeText(dots)).toEqual([])
    })
    test('usual, by keyboard', async () => {
      await show(states.usual, { whole })
      expect(await wrongByKeyboard()).toEqual([])
    })
  })
}
