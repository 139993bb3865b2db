import { describe, expect, it } from 'vitest'
import { stationDevice } from '../../app/data/station-device.fixture.ts'
import { efficiencyOf, energyNow, nightOf, silenceOf, soundRatedW } from './device-facts.ts'
import { type Measure, write, writeNumber } from '../../kit/words/format.ts'
import { childrenByInverter, clockWord, signalOf, spanOf } from './gateway/link-words.ts'
import { shownOf } from '#domain/telemetry/night-energy.ts'
import { stringGroups, type DeviceRow } from './inverter/string-groups.ts'
import { ratedText } from './rated-text.ts'
import { standingOf } from './optimizer/standing.ts'

const row = (id: string, more: Partial<DeviceRow> = {}): DeviceRow =>
  stationDevice(id, 'optimizer', {
    sn: `A${id}`,
    gatewayId: 'g',
    parentId: 'i1',
    stringNo: 1,
    state: 'normal',
    ...more,
  })

const unmoved = {
  yesterdayWh: null,
  monthSharedWh: 0,
  yearSharedWh: 0,
  lifetimeSince: null,
  coverage: { today: 1, month: 1, year: 1, lifetime: 1 },
}

const made = (wh: number) => ({ day: 'today', wh }) as const

describe('silence', () => {
  const now = 10_000_000
  const of = (more: Partial<DeviceRow>, gatewayOnline = true, lifetimeWh: number | null = null) =>
    silenceOf(
      {
        device: row('x', more) as never,
        gateway: { id: 'g', sn: 'G', name: '', online: gatewayOnline, edge: false },
        station: { id: 's', name: '', timeZone: 'UTC', reportMin: 5, dark: false },
        energy: { ...unmoved, todayWh: null, monthWh: null, yearWh: null, lifetimeWh },
      },
      now,
    )
  it('has a reason', () => {
    expect(of({ lastAt: now - 60_000 })).toBeNull()
    expect(of({ lastAt: null, online: false })).toBe('never')
    expect(of({ lastAt: null, online: false }, false)).toBe('gateway_silent')
    expect(of({ lastAt: null, online: false }, true, 500)).toBe('history')
    expect(of({ lastAt: now - 3_600_000, online: false })).toBe('silent')
    expect(of({ lastAt: now - 3_600_000, online: false }, false)).toBe('gateway_silent')
    expect(of({ lastAt: now - 3_600_000, state: 'standby' })).toBe('asleep')
  })
  it('is noticed by the screen too, when no event tells it', () => {
    expect(of({ lastAt: now - 3_600_000, state: 'grid_connected' })).toBe('silent')
    const gone = of({ lastAt: now - 3_600_000, state: 'grid_connected' }, false)
    expect(gone).toBe('gateway_silent')
  })
})

describe('a rating', () => {
  it('is written as it was entered, where it is less than a reading is rounded to', () => {
    const format = {
      number: (value: number) => writeNumber('en', value),
      text: (measure: Measure, value: number | null) => {
        const { text, unit } = write('en', measure, value)
        return `${text} ${unit}`
      },
    }
    expect([27.6, 440, 27_600].map((ratedW) => ratedText(format, ratedW))).toEqual([
      '27.6 W',
      '440 W',
      '27.6 kW',
    ])
  })

  it('is no measure where the counter of the device speaks against it', () => {
    expect(soundRatedW({ ratedW: 27_600, beyondRatedW: null })).toBe(27_600)
    expect(soundRatedW({ ratedW: 27.6, beyondRatedW: 26_000 })).toBeNull()
    expect(soundRatedW({ ratedW: null, beyondRatedW: null })).toBeNull()
  })
})

const headBy = (
  dark: boolean,
  powerW: number | null,
  todayWh: number | null,
  yesterdayWh: number | null = 900,
) =>
  nightOf(
    {
      device: row('x', { todayWh }) as never,
      station: { id: 's', name: '', timeZone: 'UTC', reportMin: 5, dark },
      energy: { ...unmoved, todayWh: null, yesterdayWh, monthWh: null, yearWh: null, lifetimeWh: null },
    },
    powerW,
  )

describe('what stands at the head by night', () => {
  it('is the day, before its first light the day before', () => {
    expect([headBy(true, 0, 500), headBy(true, null, 500)]).toEqual(['today', 'today'])
    expect([headBy(true, 0, 0), headBy(true, 0, null)]).toEqual(['yesterday', 'yesterday'])
  })
  it('is the power as long as there is light, or some of it, or nothing else is known', () => {
    expect([headBy(false, 0, 500), headBy(true, 12, 500), headBy(true, 0, null, null)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('energy', () => {
  const energy = { ...unmoved, todayWh: 100, monthWh: 1000, yearWh: null, lifetimeWh: 5000 }
  it('moves all sums along with today', () => {
    expect(energyNow(energy, 130)).toEqual({
      ...unmoved,
      todayWh: 130,
      monthWh: 1030,
      yearWh: null,
      lifetimeWh: 5030,
    })
  })
  it('never takes away: a new day begins at 0', () => {
    expect(energyNow(energy, 0)).toMatchObject({ todayWh: 0, monthWh: 1000 })
    expect(energyNow(energy, null)).toEqual(energy)
  })
})

it.each([
  [970, 1000, 0.97],
  [1005, 1000, 1],
  [1100, 1000, null],
  [null, 1000, null],
  [0, 10, null],
  [-2, 0, null],
])('%s W of %s W is an efficiency of %s', (ac, dc, share) => {
  expect(efficiencyOf(ac, dc)).toBe(share)
})

describe('strings', () => {
  it('are sorted by number and position, with sums of what is known', () => {
    const groups = stringGroups([
      row('a', { stringNo: null }),
      row('b', { stringNo: 2, position: 2, powerW: 10 }),
      row('c', { stringNo: 2, position: 1, powerW: null, online: false }),
      row('d', { stringNo: 1, powerW: 5 }),
      row('e', { kind: 'inverter' }),
    ])
    expect(groups.map(({ stringNo }) => stringNo)).toEqual([1, 2, null])
    expect(groups[1]).toMatchObject({ online: 1, sum: 10, most: 10 })
    expect(groups[1]?.devices.map(({ id }) => id)).toEqual(['c', 'b'])
    expect(groups[2]?.sum).toBeNull()
  })
  it('name those that show far less than the others, by module, and nobody among three', () => {
    const shown = [213, 209, 91, 215].map((powerW, no) => row(`n${no}`, { powerW }))
    expect([...(stringGroups(shown)[0]?.weak ?? [])]).toEqual(['n2'])
    expect(stringGroups(shown.slice(1))[0]?.weak.size).toBe(0)
    expect(stringGroups(shown.map((one) => ({ ...one, powerW: 0 })))[0]?.weak.size).toBe(0)
  })
  it('show by night the energies of the day', () => {
    const groups = stringGroups(
      [row('a', { powerW: 0, night: made(640) }), row('b', { powerW: 0, night: made(900) }), row('c')],
      (one) => shownOf(one, 'today'),
    )
    expect(groups[0]).toMatchObject({ sum: 1540, most: 900 })
  })
})

describe('standing among neighbours', () => {
  const string = [100, 110, 120, null].map((powerW, no) => row(String(no), { powerW }))
  it('compares with the median of the others that are known', () => {
    const own = row('own', { powerW: 88 })
    const standing = standingOf(own, [...string, own])
    expect(standing).toMatchObject({ median: 110, peers: 3 })
    expect(standing?.share).toBeCloseTo(-0.2)
  })
  it('compares by night what the day brought', () => {
    const asleep = [640, 660, 650, 3].map((wh, no) => row(`n${no}`, { powerW: 0, night: made(wh) }))
    const own = row('own', { powerW: 0, night: made(516) })
    const standing = standingOf(own, [...asleep, own], 'today')
    expect(standing).toMatchObject({ median: 645, peers: 4 })
    expect(standing?.share).toBeCloseTo(-0.2)
    expect(standingOf(own, [...asleep, own])).toBeNull()
  })
  it('says nothing in the dark, alone, or unknown', () => {
    expect(standingOf(row('own', { powerW: null }), string)).toBeNull()
    expect(standingOf(row('own', { powerW: 50 }), string.slice(0, 1))).toBeNull()
    expect(
      standingOf(
        row('own', { powerW: 2 }),
        [1, 2, 3].map((powerW) => row(`n${powerW}`, { powerW })),
      ),
    ).toBeNull()
  })
})

describe('a gateway', () => {
  it('says its signal in words', () => {
    expect([0, 9, 14, 19, 31].map((csq) => signalOf(csq).word)).toEqual([
      'none',
      'weak',
      'fair',
      'good',
      'strong',
    ])
    expect(signalOf(21).dbm).toBe(-71)
  })
  it('has a clock that is right, off or wrong', () => {
    expect([-22, 45_000, -700_000].map(clockWord)).toEqual(['right', 'off', 'wrong'])
  })
  it('writes spans coarsely', () => {
    expect([-22, 45_000, 700_000, 10_000_000, 1e9].map(spanOf)).toEqual([
      { unit: 'seconds', n: 0 },
      { unit: 'seconds', n: 45 },
      { unit: 'minutes', n: 12 },
      { unit: 'hours', n: 3 },
      { unit: 'days', n: 12 },
    ])
  })
  it('counts the parts of each inverter, and those of none', () => {
    const groups = childrenByInverter([
      row('i1', { kind: 'inverter', parentId: null }),
      row('o1'),
      row('o2', { online: false }),
      row('s1', { kind: 'shutdown', parentId: null }),
    ])
    expect(groups).toMatchObject([
      { inverter: { id: 'i1' }, optimizers: { online: 1, all: 2 }, shutdowns: { all: 0 } },
      { inverter: null, optimizers: { all: 0 }, shutdowns: { online: 1, all: 1 } },
    ])
  })
})
