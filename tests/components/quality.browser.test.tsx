// Each look finds what it is for: a fault is put in, and it is told.
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { wrongAsIs, wrongByKeyboard, wrongInDark, wrongWithLargeText } from './quality.ts'
import { look, show } from './show.tsx'

const word = 'Photovoltaics'

test('nothing is wrong with what is right', async () => {
  await show(
    <button type="button" style={{ minBlockSize: 44, minInlineSize: 44, fontVariantNumeric: 'tabular-nums' }}>
      Save 12
    </button>,
  )
  expect(await wrongAsIs(false)).toEqual([])
  expect(await wrongByKeyboard()).toEqual([])
  expect(await wrongInDark()).toEqual([])
  await look({ text: 200 })
  expect(wrongWithLargeText(false)).toEqual([])
})

const faults: Readonly<Record<string, { element: ReactElement; told: RegExp }>> = {
  'a text beyond the phone': {
    element: <p style={{ whiteSpace: 'nowrap' }}>{word.repeat(9)}</p>,
    told: /^beyond the side/,
  },
  'a box beyond the phone': {
    element: <div style={{ inlineSize: 400, blockSize: 9 }} />,
    told: /^beyond the phone: div/,
  },
  'a text that its box cuts off': {
    element: <p style={{ inlineSize: 50, overflow: 'hidden', whiteSpace: 'nowrap' }}>{word}</p>,
    told: /^cut sideways/,
  },
  'a text that its box cuts off below': {
    element: <p style={{ blockSize: 20, overflow: 'hidden' }}>{`${word} `.repeat(20)}</p>,
    told: /^cut below/,
  },
  'a text that lies on another': {
    element: (
      <>
        <p>Above</p>
        <p style={{ marginBlockStart: -20 }}>Below</p>
      </>
    ),
    told: /^"Above" on "Below"/,
  },
  'a button too small for a finger': {
    element: <button type="button">OK</button>,
    told: /^button\[button\] "OK" \d+x\d+/,
  },
  'a button without a name': {
    element: (
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the fault that is to be found
      <button type="button" style={{ inlineSize: 44, blockSize: 44 }}>
        <svg />
      </button>
    ),
    told: /^button-name/,
  },
  'a text too pale to be read': { element: <p style={{ color: '#bbb' }}>Pale</p>, told: /^color-contrast/ },
  'digits of different widths': {
    element: <p style={{ fontVariantNumeric: 'normal' }}>1 and 2</p>,
    told: /^p/,
  },
}

test.each(Object.entries(faults))('%s is seen', async (_, { element, told }) => {
  await show(element)
  expect(await wrongAsIs(false)).toEqual(expect.arrayContaining([expect.stringMatching(told)]))
})

test('what moves although nobody wants motion is seen', async () => {
  const { container } = await show(<p>still</p>)
  const moving = container.animate([{ opacity: 1 }, { opacity: 0.9 }], {
    duration: 500,
    iterations: Infinity,
  })
  expect(await wrongAsIs(false)).toEqual([expect.stringMatching(/ of div/)])
  moving.cancel()
})

test('three dots are let off where a text may be long, and nowhere else', async () => {
  await show(
    <p style={{ inlineSize: 50, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }}>
      {word}
    </p>,
  )
  expect(await wrongAsIs(true)).toEqual([])
  expect(await wrongAsIs(false)).not.toEqual([])
})

test('a colour of the light theme alone is seen in the dark', async () => {
  await show(<p style={{ color: '#12161d' }}>Dark</p>)
  expect(await wrongInDark()).toEqual([])
  await look({ theme: 'dark' })
  expect(await wrongInDark()).toEqual([expect.stringMatching(/^color-contrast/)])
})

test('a box that does not grow with its letters is seen', async () => {
  await show(<p style={{ blockSize: 24, overflow: 'hidden' }}>{word}</p>)
  expect(wrongWithLargeText(false)).toEqual([])
  await look({ text: 200 })
  expect(wrongWithLargeText(false)).toEqual([expect.stringMatching(/^cut below/)])
})

test('a focus that cannot be seen and what Tab does not reach in its place are told', async () => {
  await show(
    <>
      <button type="button" style={{ outline: 0 }}>
        Unseen
      </button>
      {/* oxlint-disable-next-line jsx-a11y/tabindex-no-positive -- the fault that is to be found */}
      <button type="button" tabIndex={1}>
        First
      </button>
    </>,
  )
  expect(await wrongByKeyboard()).toEqual([
    'focus cannot be seen: button[button] "Unseen"',
    'not reached: button[button] "First"',
  ])
})
