import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { Card } from '../../kit/card.tsx'
import { StationHero } from './station-hero.tsx'
import type { StationLive } from './station-queries.ts'

await words.need('hero')

const HOUR = 3_600_000
const now = Date.now()
const day = {
  stationId: 'a',
  powerW: 1_330,
  expectedW: 1_494,
  litW: null,
  todayWh: 42_800,
  yesterdayWh: 39_000,
  yesterdayCoverage: 1,
  coverage: { today: 1, month: 1, year: 1, lifetime: 1 },
  income: { today: 3.47, yesterday: 3.16, month: 80, year: 700, lifetime: 900, currency: 'EUR', earlier: [] },
  sunriseAt: now - 3 * HOUR,
  sunsetAt: now + 6 * HOUR,
  nextSunriseAt: now + 20 * HOUR,
  polar: null,
} satisfies Partial<StationLive> as Partial<StationLive> as StationLive
const evening: Partial<StationLive> = {
  powerW: 0,
  expectedW: 0,
  sunriseAt: now - 13 * HOUR,
  sunsetAt: now - 3 * HOUR,
  nextSunriseAt: now + 11 * HOUR,
}
const morning: Partial<StationLive> = {
  powerW: 0,
  expectedW: 0,
  todayWh: 0,
  sunriseAt: now + 2 * HOUR,
  sunsetAt: now + 12 * HOUR,
  nextSunriseAt: now + 2 * HOUR,
}
const hero = (more: Partial<StationLive> = {}, old = false, silent = false) => (
  <Card>
    <StationHero
      live={{ ...day, ...more }}
      timeZone="Europe/Berlin"
      capacityW={9_000}
      old={old}
      silent={silent}
    />
  </Card>
)

componentStates('StationHero', {
  usual: hero(),
  empty: hero({ powerW: null, expectedW: 4_000, todayWh: null }),
  loading: 'the card waits as a whole',
  stale: hero({}, true, true),
  error: 'the card says it',
  long: () =>
    hero({
      ...evening,
      todayWh: 987_654_321_000,
      income: {
        today: 98_765_432,
        yesterday: 0,
        month: 0,
        year: 0,
        lifetime: 0,
        currency: 'CNY',
        earlier: [],
      },
    }),
  more: {
    'measured light': hero({ litW: 1_420 }),
    evening: hero(evening),
    'evening, silent': hero(evening, true, true),
    'evening, not whole': hero({ ...evening, coverage: { today: 0.8, month: 1, year: 1, lifetime: 1 } }),
    morning: hero(morning),
    'polar night': hero({
      ...evening,
      sunriseAt: null,
      sunsetAt: null,
      polar: 'night',
      nextSunriseAt: now + 900 * HOUR,
    }),
    'no position': hero({ ...evening, sunriseAt: null, sunsetAt: null, nextSunriseAt: null }),
    'no tariff': hero({ ...evening, income: null }),
  },
})

test('by day power and its share of the sky, in the evening what the day brought, before sunrise the day before', async () => {
  await show(hero())
  await expect.element(page.getByText('89% of clear sky, estimated 1.49 kW')).toBeVisible()
  await show(hero({ litW: 1_420 }))
  await expect.element(page.getByText('94% of what the measured light allows, 1.42 kW')).toBeVisible()
  // As in a ribbon at home: more than an estimate is no more than all of it.
  await show(hero({ expectedW: 1_000 }))
  await expect.element(page.getByText('100% of clear sky, estimated 1.00 kW')).toBeVisible()
  await show(hero(evening))
  await expect.element(page.getByText('42.8')).toBeVisible()
  await expect.element(page.getByText('€3.47')).toBeVisible()
  await expect.element(page.getByText(/^Sunrise (tomorrow )?\d\d:\d\d$/)).toBeVisible()
  expect(document.body.textContent).not.toContain('0 W')
  await show(hero(morning))
  await expect.element(page.getByText('Yesterday')).toBeVisible()
  await expect.element(page.getByText('39.0')).toBeVisible()
  await expect.element(page.getByText('€3.16')).toBeVisible()
})

test('an unknown power stays unknown, and no share is made of an old one', async () => {
  await show(hero({ powerW: null, expectedW: 4_000 }))
  await expect.element(page.getByText('no data', { exact: true })).toBeInTheDocument()
  expect(document.body.textContent).not.toContain('of clear sky')
  await show(hero({}, true))
  expect(document.body.textContent).not.toContain('of clear sky')
})
