import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { HeatCell } from '#domain/telemetry/heat.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { PartRoof, type Part } from './part-roof.tsx'
import { RoofSkeleton } from './roof-skeleton.tsx'

await words.need('roof')

const watts = (value: number): HeatCell => ({ state: value > 0 ? 'value' : 'zero', value, ts: 1 })
const silent: HeatCell = { state: 'stale', value: null, ts: 1 }
const off: HeatCell = { state: 'shutdown', value: 0, ts: 1 }
const parts = (cells: readonly HeatCell[], name = 'String'): Part[] =>
  cells.map((cell, no) => ({ id: `p${no}`, name: `${name} ${no + 1}`, cell, sizeW: 5_000 }))
const roof = (cells: readonly HeatCell[], unit: 'string' | 'inverter' = 'string', dark = false) => (
  <PartRoof stationId="s" unit={unit} parts={parts(cells)} dark={dark} />
)
const low = [4_000, 2_400, 4_050, 3_950].map(watts)
const many = Array.from({ length: 240 }, (_, no) => (no === 17 ? watts(1_000) : watts(4_000 + (no % 7) * 10)))

componentStates('PartRoof', {
  usual: roof(low),
  empty: roof([0, 0, 0].map(watts), 'string', true),
  loading: <RoofSkeleton />,
  stale: roof([silent, silent, off]),
  error: 'a roof that cannot be read is a card of its own',
  long: ({ name }) => <PartRoof stationId="s" unit="inverter" parts={parts(low, name)} dark={false} />,
  more: { many: roof(many, 'inverter') },
})

test('of inverters that are alike it leads to the tree, for without modules nothing else shows them', async () => {
  await show(roof([4_000, 4_050, 3_950].map(watts), 'inverter'))
  await expect
    .element(page.getByRole('link'))
    .toHaveAttribute('href', expect.stringMatching(/device-topology.*view=tree/))
})

test('names the lowest by its share of the others, and leads to it', async () => {
  await show(roof(low))
  const link = page.getByRole('link')
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('stringId=p1'))
  await expect.element(link).toMatchTextContent(/60/)
})
