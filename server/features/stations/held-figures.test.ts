import { expect, it } from 'vitest'
import { type DeviceKind, deviceKinds } from '#domain/devices/kinds.ts'
import { todayCoverage } from './figures-of.ts'
import type { InverterToday, Row } from './find-figures.ts'
import { lookAt, telling, type Held } from './held-figures.ts'
import { elapsedLight } from './station-light.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const place = {
  id: '00000000-0000-4000-8000-0000000000aa',
  latitude: 31.2,
  north: true,
  longitude: 121.5,
  east: true,
  time_zone: 'Asia/Shanghai',
  report_min: 5,
}
const start = Date.UTC(2026, 2, 20, 16)

const counts = Object.fromEntries(
  deviceKinds.flatMap((kind) => [
    [`${kind}_total`, 0],
    [`${kind}_online`, 0],
  ]),
) as Record<`${DeviceKind}_${'total' | 'online'}`, number>

const rowWith = (inverters: InverterToday[] | null): Row => ({
  ...counts,
  id: place.id,
  heard: true,
  faulty: 0,
  off: null,
  producing: 1,
  curtailed: 0,
  standby: 0,
  disconnected: 0,
  attention: 0,
  never_heard: [],
  open_alarms: [0, 0, 0, 0],
  power: null,
  power_at: null,
  power_newest: null,
  power_whole: null,
  today: null,
  shared: null,
  inverters,
  last_heard: null,
  inverter_w: null,
  dc: null,
  irradiance: null,
  air: null,
  yesterday: null,
  yesterday_coverage: null,
  troubled: false,
  roof: null,
  next_at: null,
})

const heldOf = (inverters: InverterToday[] | null): Held => ({
  ...telling({ row: rowWith(inverters), troubled: false }, -Infinity, Infinity),
  turn: 1,
  computed: null,
})

/** Every minute and a half of two days, as a list looks: again only when what was seen holds no more. */
const lookThrough = (held: Held, inverters: (at: number) => InverterToday[] | null): number => {
  let looked = 0
  let seen: { until: number } | null = null
  for (let at = start; at < start + 2 * DAY; at += 90_000) {
    const now = inverters(at)
    if (held.holding !== null && now !== held.holding.row.inverters) {
      // Another row is read.
      Object.assign(held, { holding: { row: rowWith(now), troubled: false }, figures: null })
      seen = null
    }
    const look = lookAt(new Map(), at, (figures) => figures)
    if (seen === null || at >= seen.until) {
      seen = look.see(place, held)
      looked += 1
    }
    expect([at, held.figures?.todayCoverage]).toEqual([at, todayCoverage(now, elapsedLight(place, at))])
  }
  return looked
}

const cases: [string, InverterToday[] | null, most: number][] = [
  ['no inverter is known', null, 150],
  ['there is none', [], 150],
  [
    'all is known of all',
    [
      [5_000, 1_000, true],
      [3_000, 1_000, true],
    ],
    150,
  ],
  [
    'of one nothing was looked at',
    [
      [5_000, 1_000, true],
      [3_000, null, true],
    ],
    150,
  ],
  [
    'one was heard in the morning alone',
    [
      [5_000, 1_000, true],
      [3_000, 400, true],
    ],
    1_000,
  ],
  [
    'one was never heard',
    [
      [5_000, 1_000, true],
      [null, 0, false],
    ],
    1_000,
  ],
]
it.each(cases)(
  'tells how much of the day is known while it is told again, where %s',
  (_, inverters, most) => {
    expect(lookThrough(heldOf(inverters), () => inverters)).toBeLessThan(most)
  },
)

it('tells it of a station whose rows are written while the day goes on', () => {
  const rows = new Map<number, InverterToday[]>()
  const written = (at: number): InverterToday[] => {
    const no = Math.floor(at / (20 * MINUTE))
    const known = Math.max(0, elapsedLight(place, no * 20 * MINUTE) - (no % 3 === 0 ? 60 : 5))
    const row = rows.get(no) ?? [[5_000, known, true]]
    rows.set(no, row)
    return row
  }
  expect(lookThrough(heldOf(written(start)), written)).toBeGreaterThan(100)
})
