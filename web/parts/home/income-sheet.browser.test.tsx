import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import type { Home } from './home-data.ts'
import { IncomeSheet } from './income-sheet.tsx'

await words.need('home')

const euro = {
  currency: 'EUR',
  today: 1,
  month: 20,
  year: 300,
  lifetime: 900,
  todayCoverage: 1,
  monthCoverage: 1,
  yearCoverage: 1,
  lifetimeCoverage: 1,
}
const sheet = (unpriced: number) => (
  <IncomeSheet
    home={{ stations: 3, totals: { income: [euro] }, factors: { unpriced } } as unknown as Home}
    onClose={() => undefined}
  />
)

test('says of how many stations the income is, where that is not all', async () => {
  await show(sheet(2))
  await expect.element(page.getByText('Income: 1 of 3 stations.')).toBeVisible()
})

test('says nothing of that where all have a price', async () => {
  await show(sheet(0))
  await expect.element(page.getByRole('row', { name: /Euro/ })).toBeVisible()
  await expect.element(page.getByText(/of 3 stations/)).not.toBeInTheDocument()
})
