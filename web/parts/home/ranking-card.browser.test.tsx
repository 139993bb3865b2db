import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import type { Home } from './home-data.ts'
import { RankingCard } from './ranking-card.tsx'

await words.need('home')

const station = (name: string, todayWh: number, yesterdayWh: number) =>
  ({
    id: name,
    name,
    capacityW: 10_000,
    todayWh,
    todayCoverage: 1,
    equivalentHours: todayWh / 10_000,
    night: { day: 'yesterday', wh: yesterdayWh, coverage: 1 },
  }) as Home['ranking'][number]
const places = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent)

test('before the first sunrise of all it ranks by the day before, and says so', async () => {
  await show(<RankingCard day={[station('Graz', 0, 12_000), station('Landshut', 0, 30_000)]} month={[]} />)
  await expect.element(page.getByRole('radio', { name: 'Yesterday' })).toBeInTheDocument()
  expect(places()[0]).toMatch(/^1Landshut.*3\.00 h/)
  expect(places()[1]).toMatch(/^2Graz.*1\.20 h/)
})

test('as soon as one has made something it ranks by the present day', async () => {
  await show(
    <RankingCard day={[station('Graz', 4_000, 12_000), station('Landshut', 0, 30_000)]} month={[]} />,
  )
  await expect.element(page.getByRole('radio', { name: 'Today' })).toBeInTheDocument()
  expect(places()[0]).toMatch(/^1Graz.*0\.40 h/)
})
