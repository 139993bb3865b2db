import { expect, test } from 'vitest'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { PowerCard } from './power-card.tsx'
import type { StationData, StationLive } from './station-queries.ts'

await words.need('station', 'hero')

const now = Date.now()
const HOUR = 3_600_000
const station = {
  capacity: 8.4,
  capacityUnit: 'kW',
  capacityW: 8_400,
  reportMin: 5,
  timeZone: 'Asia/Shanghai',
} as StationData
const unheard = {
  stationId: 'a',
  powerW: null,
  powerAt: null,
  dcW: null,
  expectedW: 6_000,
  litW: null,
  todayWh: null,
  yesterdayWh: null,
  yesterdayCoverage: null,
  coverage: { today: null, month: null, year: null, lifetime: null },
  income: null,
  balance: null,
  condition: 'unknown',
  attention: 0,
  lastHeardAt: null,
  devices: { inverter: { total: 1, online: 0 } },
  sunriseAt: now - 3 * HOUR,
  sunsetAt: now + 6 * HOUR,
  nextSunriseAt: now + 20 * HOUR,
  polar: null,
} as unknown as StationLive
const heard: StationLive = {
  ...unheard,
  powerW: 4_200,
  powerAt: now,
  lastHeardAt: now,
  condition: 'producing',
}
const card = (live: StationLive) => <PowerCard station={station} live={live} onDevices={undefined} />

const drawing = (): string =>
  getComputedStyle(document.querySelector('[role=img]') ?? document.body).animationName

test('the first report of a station draws its flow once; one that was heard before is there at once', async () => {
  const screen = await show(card(heard))
  expect(drawing()).toBe('none')
  await screen.unmount()
  const waiting = await show(card(unheard))
  expect(drawing()).toBe('none')
  await waiting.rerender(card(heard))
  // Whoever wants no motion sees it at once.
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  expect(drawing()).toMatch(calm ? /^none$/ : /draw/)
})
