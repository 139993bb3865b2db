import { expect, test } from 'vitest'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { place, smallSite } from '../array.fixture.ts'
import { StringPositions } from './string-positions.tsx'

await words.need('arrays')

test.each([
  [1, true],
  [3, true],
  [3, false],
])('%i rows of positions, open: %j, are as high as they said before they were drawn', async (rows, open) => {
  // The last but one of its row: a free one stands beside it.
  const site = smallSite([place('o1', { stringId: 's1', position: rows * 6 - 1 })])
  const [string] = site.strings
  if (!string) throw new Error('no string')
  const { container } = await show(
    <StringPositions
      site={site}
      string={string}
      kind="optimizer"
      hand={null}
      fresh={new Set()}
      openAtFirst={open}
      onTap={() => {}}
      onDevice={() => {}}
    />,
    { whole: true },
  )
  const drawn = container.querySelector<HTMLElement>('[style*=contain-intrinsic]')
  if (!drawn) throw new Error('nothing was said')
  const [, said] = drawn.style.containIntrinsicSize.split(' ')
  expect(Math.abs(Number.parseFloat(said ?? '') - drawn.getBoundingClientRect().height)).toBeLessThan(3)
})
