import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { look, show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { wholeListUpTo } from '../../../kit/pieces.ts'
import { device } from '../../arrays/array.fixture.ts'
import { TreeView } from './tree-view.tsx'

await words.need('topology')

const treeOf = (count: number) => (
  <TreeView
    stationId="s"
    stationName="Landshut-Scheunendach"
    devices={[
      { ...device('g'), kind: 'gateway', sn: 'GW2006A00058' },
      ...Array.from({ length: count }, (_, no) => ({
        ...device(`i${no}`),
        kind: 'inverter' as const,
        sn: `SE17K7E1DBB${1000 + no}`,
        gatewayId: 'g',
        state: 'standby' as const,
        powerW: 812,
      })),
    ]}
    strings={[]}
    mark={undefined}
  />
)
const row = (name: string | RegExp) => page.getByRole('treeitem', { name })
const hasFocus = (name: string) => () =>
  document.activeElement?.matches('[role=treeitem]') && document.activeElement.textContent.includes(name)

test.each([
  ['whole', 20],
  ['long', wholeListUpTo + 20],
] as const)(
  'rows that grow with their letters push down what stands below them, in a %s tree',
  async (size, count) => {
    await show(treeOf(count))
    // What is large is closed at first.
    if (size === 'long') await row(/^GW2006A00058/).click()
    await expect.element(row(/^SE17K7E1DBB1000/)).toBeVisible()
    await look({ text: 200 })
    expect(window.quality.overlaps()).toEqual([])
    await look({})
    expect(window.quality.overlaps()).toEqual([])
  },
)

test('the last row of a long tree has the focus at once, and the first one again', async () => {
  const count = wholeListUpTo + 200
  await show(treeOf(count))
  await row(/^GW2006A00058/).click()
  await expect.element(row(`SE17K7E1DBB${1000 + count - 1}`)).not.toBeInTheDocument()
  await userEvent.keyboard('{End}')
  await expect.poll(hasFocus(`SE17K7E1DBB${1000 + count - 1}`)).toBe(true)
  await expect
    .poll(() => document.activeElement?.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(window.innerHeight)
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(hasFocus(`SE17K7E1DBB${1000 + count - 2}`)).toBe(true)
  await userEvent.keyboard('{Home}')
  await expect.poll(hasFocus('Landshut-Scheunendach')).toBe(true)
})
