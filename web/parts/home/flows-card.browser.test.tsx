import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { FlowsCard } from './flows-card.tsx'

await words.need('factors')

const sum = (powerW: number | null, known = 3, of = 3) => ({ powerW, known, of })

componentStates('FlowsCard', {
  usual: (
    <FlowsCard flows={{ house: sum(4_200), grid: sum(-12_400), battery: sum(-1_800, 1, 1) }} stale={false} />
  ),
  empty: 'home leaves it out where nothing measures a flow',
  loading: 'it comes with the rest of home',
  stale: <FlowsCard flows={{ house: sum(4_200), grid: sum(600), battery: null }} stale />,
  error: 'home says it',
  long: () => (
    <FlowsCard
      flows={{ house: sum(987_654_321, 1_204, 1_999), grid: sum(-987_654_321, 1_204, 1_999), battery: null }}
      stale={false}
    />
  ),
  more: {
    unknown: <FlowsCard flows={{ house: sum(null, 0), grid: sum(null, 0), battery: null }} stale={false} />,
  },
})

test('says which way power goes, and of how many stations it knows', async () => {
  await show(
    <FlowsCard flows={{ house: sum(4_200, 2), grid: sum(-12_400), battery: sum(900, 1, 1) }} stale={false} />,
  )
  await expect.element(page.getByText('To the grid')).toBeVisible()
  await expect.element(page.getByText('From batteries')).toBeVisible()
  await expect.element(page.getByText('of 2 of 3 stations')).toBeVisible()
  await expect.element(page.getByText('of 1 station', { exact: true })).toBeVisible()
})
