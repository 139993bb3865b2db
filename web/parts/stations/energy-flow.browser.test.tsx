import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { Card } from '../../kit/card.tsx'
import { EnergyFlow } from './energy-flow.tsx'
import type { Balance, StationData, StationLive } from './station-queries.ts'

await words.need('station')

const station = { capacity: 8.4, capacityUnit: 'kW', capacityW: 8_400, reportMin: 5 } as StationData
const live = {
  powerW: 5_120,
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
    night: flow({ grid: grid(0), battery: battery(420, 18), houseW: 420 }, 0),
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
