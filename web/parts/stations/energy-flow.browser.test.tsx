import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { Card } from '../../kit/card.tsx'
import { EnergyFlow } from './energy-flow.tsx'
import type { Balance, StationData, StationLive } from './station-queries.ts'

await words.need('station', 'hero')

const station = {
  capacity: 8.4,
  capacityUnit: 'kW',
  capacityW: 8_400,
  reportMin: 5,
  timeZone: 'Asia/Shanghai',
} as StationData
const HOUR = 3_600_000
/** A night in which the sun set some hours ago and rises in nine. */
const night = {
  sunriseAt: Date.now() - 15 * HOUR,
  sunsetAt: Date.now() - 5 * HOUR,
  nextSunriseAt: Date.now() + 9 * HOUR,
  polar: null,
  expectedW: 0,
  litW: null,
  todayWh: 31_000,
}
const live = {
  ...night,
  // By day.
  sunsetAt: Date.now() + 2 * HOUR,
  expectedW: 6_000,
  powerW: 5_120,
  dcW: 5_260,
  condition: 'producing',
  devices: { inverter: { total: 2, online: 2 } },
  balance: null,
} as unknown as StationLive

const flow = (
  balance: Partial<Balance> | null,
  powerW: number | null = 5_120,
  more: Partial<StationLive> = {},
) => (
  <Card>
    <EnergyFlow
      station={station}
      live={{
        ...live,
        powerW,
        balance: balance && { grid: null, battery: null, houseW: null, doubt: null, ...balance },
        ...more,
      }}
    />
  </Card>
)
const at = Date.now()
const grid = (powerW: number | null) => ({ powerW, at })
const battery = (powerW: number | null, socPct: number | null = 61.5) => ({
  powerW,
  at,
  socPct,
  ratedW: 5_000,
})

componentStates('EnergyFlow', {
  usual: flow({ grid: grid(-1_720), battery: battery(-1_800), houseW: 1_600 }),
  empty: flow(null),
  loading: 'the card waits as a whole',
  stale: flow({ grid: grid(null), battery: battery(null, null), doubt: 'silent' }, null),
  error: 'the card says it',
  long: () =>
    flow(
      { grid: { powerW: -123_456_789, at }, battery: battery(-100_456_789), houseW: 1_600_000_000 },
      987_654_321,
    ),
  more: {
    'a meter alone': flow({ grid: grid(840), houseW: 2_960 }, 2_120),
    'a battery alone': flow({ battery: battery(1_240), doubt: 'no_meter' }, 0),
    night: flow({ grid: grid(0), battery: battery(420, 18), houseW: 420 }, 0, night),
    'a night without a meter': flow(null, 0, night),
    'a polar night': flow(null, 0, { ...night, sunriseAt: null, sunsetAt: null, polar: 'night' }),
    'nothing by day': flow(null, 0),
    'nothing flows': flow({ grid: grid(0), battery: battery(0), houseW: 0 }, 0),
    'several meters': flow({ doubt: 'several_meters' }),
    'a fault': flow({ grid: grid(900), houseW: 900 }, 0, { condition: 'fault' }),
  },
})

const names = () =>
  page
    .getByRole('term')
    .all()
    .map((one) => one.element().textContent)

test('draws what is measured, and nothing else', async () => {
  await show(flow(null))
  expect(names()).toEqual(['PV array', 'Inverters', 'Grid connection'])
  await show(flow({ grid: grid(840), houseW: 2_960 }))
  expect(names()).toEqual(['House', 'PV array', 'Inverters', 'Grid'])
  await show(flow({ battery: battery(1_240), doubt: 'no_meter' }))
  expect(names()).toEqual(['PV array', 'Inverters', 'Battery'])
  await show(flow({ grid: grid(-1_720), battery: battery(-1_800), houseW: 1_600 }))
  expect(names()).toEqual(['PV array', 'House', 'Battery', 'Inverters', 'Grid'])
})

const values = (name: string): string[] =>
  [
    ...(page.getByRole('term').filter({ hasText: name }).element().parentElement?.querySelectorAll('dd') ??
      []),
  ].map((one) => one.textContent ?? '')

test('says the power of each node, and the capacity as a caption', async () => {
  await show(flow(null))
  expect(values('PV array')).toEqual(['5.26\u00a0kW', 'of 8.40\u00a0kW'])
  expect(values('Inverters')).toEqual(['5.12\u00a0kW', '2 of 2 online'])
  expect(values('Grid connection')).toEqual(['Feeding in', 'Not metered'])
  // Where an inverter does not say what comes in, what goes out stands for it; unknown stays unknown.
  await show(flow(null, 5_120, { dcW: null }))
  expect(values('PV array')).toEqual(['5.12\u00a0kW', 'of 8.40\u00a0kW'])
  await show(flow(null, null))
  expect([values('PV array')[0], values('Inverters')[0], values('Grid connection')[0]]).toEqual([
    '–',
    '–',
    'Unknown',
  ])
})

test('shrinks to one line while nothing flows, which opens', async () => {
  await show(flow(null, 0, night))
  const line = page.getByRole('button', { name: /Asleep/ })
  await expect.element(line).toBeVisible()
  expect(names()).toEqual([])
  expect(line.element().getBoundingClientRect().height).toBeLessThan(48)
  await line.click()
  expect(names()).toEqual(['PV array', 'Inverters', 'Grid connection'])
  // A house that draws keeps its picture.
  await show(flow({ grid: grid(420), houseW: 420 }, 0, night))
  expect(names()).toEqual(['House', 'PV array', 'Inverters', 'Grid'])
})
