import { describe, expect, it } from 'vitest'
import { qualityFlags } from '../../telemetry/quality-flags.ts'
import { usualSettings } from './all-rules.ts'
import { ruleOfCode } from './rule-codes.ts'
import { type RuleId, ruleIds } from './rule.ts'
import { type RuleStates, runRules } from './run-rules.ts'
import { device, nothing } from '#tests/rules/made-window.ts'
import { type OpenMemory, remember } from '../../analyses/memory.ts'
import type { RuleDevice, RuleReading, StationWindow } from '../../analyses/station-window.ts'

/**
 * When an alarm says it occurred, rule by rule: when the fault began, whenever it was noticed. Long because it is one
 * table, with a row for every rule and every kind of place where it finds something.
 */

const MINUTE = 60_000
const REPORT = 5 * MINUTE
const HOUR = 60 * MINUTE
/** Noon of a summer's day in Landshut, and an hour after dark. */
const NOON = Date.parse('2026-06-21T11:00:00Z')
const DARK = Date.parse('2026-06-21T21:30:00Z')

/** A device by what it measures at an instant; null = it says nothing then. */
type Made = Partial<RuleDevice> & { id: string; says?: (at: number) => Partial<RuleReading> | null }

const deviceAt = ({ says = () => ({}), ...more }: Made, at: number): RuleDevice => {
  const instants = Array.from({ length: (8 * HOUR) / REPORT }, (_, n) => at - 8 * HOUR + (n + 1) * REPORT)
  const heard = instants.flatMap((ts) => {
    const said = says(ts)
    return said === null ? [] : [{ ...nothing, ts, ...said }]
  })
  return device(more.id, {
    heardAt: heard.at(-1)?.ts ?? null,
    readings: heard.filter(({ ts }) => ts > at - HOUR),
    ...more,
  })
}

const gateway: Made = { id: 'gw', kind: 'gateway', gatewayId: null, ratedW: null }

/** What a row tells: how the station looks, and when the fault began in it. */
type Row = {
  code: string
  where: string
  /** Before it nothing is wrong. */
  began: number
  devices: (began: number) => Made[]
  station?: (at: number) => Partial<StationWindow>
}

const fault =
  (began: number) =>
  <T>(before: T, after: T) =>
  (at: number): T =>
    at < began ? before : after
const many = (count: number, made: (n: number) => Made): Made[] =>
  Array.from({ length: count }, (_, n) => made(n))
const parts = (silentFrom: number, silent: number): Made[] =>
  many(6, (n) => ({
    id: `opt${n}`,
    kind: 'optimizer',
    parentId: 'a',
    stringNo: 1,
    ratedW: null,
    says: (at) => (n < silent && at > silentFrom ? null : { p: 250 }),
  }))
const switches = (count: number, says: NonNullable<Made['says']>): Made[] =>
  many(6, (n) => ({
    id: `sw${n}`,
    kind: 'shutdown',
    parentId: 'a',
    ratedW: null,
    says: n < count ? says : () => ({ closed: true, keepalive: true }),
  }))
const volts = (u: number) => ({ u: [u, u, u], f: 50, p: 5000 })
const hertz = (f: number) => ({ u: [230, 230, 230], f, p: 5000 })
const trackers = (last: number): Partial<RuleReading> => ({
  p: 7000,
  mppt: [8, 8, 8, last].map((i, n) => ({ n: n + 1, i })),
})

const rows: readonly Row[] = [
  {
    code: 'RULE-GATEWAY-SILENT',
    where: 'a gateway',
    began: NOON,
    devices: (began) => [
      { ...gateway, heardAt: began },
      { id: 'a', heardAt: began },
    ],
  },
  {
    code: 'RULE-DEVICE-SILENT',
    where: 'an inverter',
    began: NOON,
    devices: (began) => [gateway, { id: 'a', says: (at) => (at > began ? null : { p: 5000 }) }],
  },
  {
    code: 'RULE-DEVICE-SILENT',
    where: 'a module',
    began: NOON,
    devices: (began) => [gateway, { id: 'a', says: () => ({ p: 5000 }) }, ...parts(began, 1)],
  },
  {
    code: 'RULE-PARTS-SILENT',
    where: 'many modules of an inverter',
    began: NOON,
    devices: (began) => [gateway, { id: 'a', says: () => ({ p: 5000 }) }, ...parts(began, 5)],
  },
  {
    code: 'RULE-NO-PRODUCTION',
    where: 'a single inverter',
    began: NOON,
    devices: (began) => [{ id: 'a', says: fault(began)({ p: 6000 }, { p: 0 }) }],
  },
  {
    code: 'RULE-NO-PRODUCTION',
    where: 'all inverters of a gateway',
    began: NOON,
    devices: (began) => [
      gateway,
      ...many(3, (n) => ({ id: `a${n}`, says: fault(began)({ p: 6000 }, { p: 0 }) })),
    ],
  },
  {
    code: 'RULE-INVERTER-OFF',
    where: 'an inverter among others',
    began: NOON,
    devices: (began) =>
      many(4, (n) => ({ id: `a${n}`, says: fault(began)({ p: 6000 }, { p: n === 0 ? 0 : 6000 }) })),
  },
  {
    code: 'RULE-STRING-CURRENT',
    where: 'a tracker among others',
    began: NOON,
    devices: (began) => [{ id: 'a', says: fault(began)(trackers(8), trackers(4)) }],
    station: () => ({ strings: [1, 2, 3, 4].map((no) => ({ inverterId: 'a', no, mpptNo: no })) }),
  },
  {
    code: 'RULE-OPTIMIZER-LOW',
    where: 'a module among others',
    began: NOON,
    devices: (began) =>
      many(6, (n) => ({
        id: `opt${n}`,
        kind: 'optimizer',
        parentId: 'a',
        stringNo: 1,
        says: fault(began)({ p: 250 }, { p: n === 0 ? 100 : 250 }),
      })),
  },
  {
    code: 'RULE-OVER-TEMPERATURE',
    where: 'an inverter',
    began: NOON,
    devices: (began) => [{ id: 'a', says: fault(began)({ p: 6000, t: 50 }, { p: 6000, t: 90 }) }],
  },
  ...(
    [
      ['RULE-GRID-OVERVOLTAGE', volts(230), volts(256)],
      ['RULE-GRID-UNDERVOLTAGE', volts(230), volts(204)],
      ['RULE-GRID-OVERFREQUENCY', hertz(50), hertz(50.7)],
      ['RULE-GRID-UNDERFREQUENCY', hertz(50), hertz(49.3)],
    ] as const
  ).flatMap(([code, before, after]): Row[] => [
    {
      code,
      where: 'one inverter',
      began: NOON,
      devices: (began) => [{ id: 'a', says: fault(began)(before, after) }],
    },
    {
      code,
      where: 'all inverters of a gateway',
      began: NOON,
      devices: (began) => [gateway, ...many(3, (n) => ({ id: `a${n}`, says: fault(began)(before, after) }))],
    },
  ]),
  {
    code: 'RULE-INSULATION',
    where: 'by the resistance',
    began: NOON,
    devices: (began) => [
      { id: 'a', says: fault(began)({ raw: { Riso_kohm: 900 } }, { raw: { Riso_kohm: 20 } }) },
    ],
  },
  {
    code: 'RULE-INSULATION',
    where: 'by the event bit',
    began: NOON,
    devices: (began) => [{ id: 'a', says: fault(began)({ raw: { Evt1: 0 } }, { raw: { Evt1: 1 } }) }],
  },
  ...[1, 5].flatMap((count): Row[] => [
    {
      code: 'RULE-SHUTDOWN-OPEN',
      where: `${count} of an inverter`,
      began: NOON,
      devices: (began) => [
        { id: 'a', says: () => ({ p: 6000 }) },
        ...switches(
          count,
          fault(began)({ closed: true, keepalive: true }, { closed: false, keepalive: true }),
        ),
      ],
    },
    {
      code: 'RULE-KEEPALIVE-LOST',
      where: `${count} of an inverter`,
      began: NOON,
      devices: (began) => [
        { id: 'a', says: () => ({ p: 6000 }) },
        ...switches(
          count,
          fault(began)({ closed: true, keepalive: true }, { closed: false, keepalive: false }),
        ),
      ],
    },
  ]),
  {
    code: 'RULE-COUNTER',
    where: 'that fell',
    began: NOON,
    devices: (began) => [
      {
        id: 'a',
        says: (at) => ({ p: 6000 + (at % 7), eTot: (at < began ? 9_000_000 : 300) + (at - began) / REPORT }),
      },
    ],
  },
  {
    code: 'RULE-COUNTER',
    where: 'that stands still',
    began: NOON,
    devices: (began) => [
      {
        id: 'a',
        says: (at) => ({
          p: 6000 + ((at / REPORT) % 7),
          eTot: 9_000_000 + (Math.min(at, began) - NOON) / 1000,
        }),
      },
    ],
  },
  {
    code: 'RULE-CLOCK',
    where: 'a gateway',
    began: NOON,
    devices: (began) => [
      { ...gateway, clockOffsetMs: -3_600_000 },
      { id: 'a', says: fault(began)({ flags: 0 }, { flags: qualityFlags.clock }) },
    ],
  },
  {
    code: 'RULE-RATING',
    where: 'when its counter first showed more',
    began: NOON,
    devices: () => [{ id: 'a', ratedW: 27.6, says: () => ({ p: 6000 }) }],
    station: (at) =>
      at < NOON
        ? {}
        : { devices: [deviceAt({ id: 'a', ratedW: 27.6, shownW: 26_000, says: () => ({ p: 6000 }) }, at)] },
  },
  {
    code: 'RULE-FROZEN',
    where: 'one inverter',
    began: DARK,
    devices: (began) => [
      { id: 'a', says: (at) => ({ p: at < began ? 0 : 2700, pDc: at < began ? 0 : 2800, eTot: 5001 }) },
    ],
  },
  {
    code: 'RULE-FROZEN',
    where: 'all inverters of a gateway',
    began: DARK,
    devices: (began) => [
      gateway,
      ...many(2, (n) => ({
        id: `a${n}`,
        says: (at: number) => ({ p: at < began ? 0 : 2700 + n, pDc: at < began ? 0 : 2800, eTot: 5001 }),
      })),
    ],
  },
]

/** An hour and a half before the fault to six hours after it, in the server's steps. */
const occurrences = ({ code, began, devices, station }: Row) => {
  const rule = ruleOfCode(code)
  if (rule === null) throw new Error(`${code} is the code of no rule`)
  const [states, known]: [RuleStates, OpenMemory] = [new Map(), new Map()]
  const found: { code: string; occurredAt: number; noticedAt: number }[] = []
  for (let at = began - 90 * MINUTE; at <= began + 360 * MINUTE; at += REPORT) {
    const window: StationWindow = {
      at,
      position: { latitude: 48.5, longitude: 12.2 },
      faces: [{ tiltDeg: 30, azimuthDeg: 180, share: 1 }],
      country: 'DE',
      reportMin: REPORT / MINUTE,
      listeningSince: began - 86_400_000,
      devices: devices(began).map((made) => {
        const device = deviceAt(made, at)
        return { ...device, heardAt: Math.min(device.heardAt ?? at, at) }
      }),
      strings: [],
      hours: null,
      ...station?.(at),
    }
    const { events, kept } = runRules(window, usualSettings, states, known, [rule])
    remember(known, kept)
    for (const { kind, state } of events)
      if (kind === 'raised') found.push({ code: state.code, occurredAt: state.since, noticedAt: at })
  }
  return found
}

const minutesAfter = (began: number, at: number): number => (at - began) / MINUTE

/** A fault over days, looked at when each day is over: clear hours from six to eighteen. */
const weakFrom = (weakDay: number) => {
  const [states, known]: [RuleStates, OpenMemory] = [new Map(), new Map()]
  const ids = ['a', 'b', 'c', 'd']
  const midnight = Date.parse('2026-06-20T23:10:00Z')
  const plane = { tiltDeg: 30, azimuthDeg: 180 }
  return Array.from({ length: 8 }, (_, day) => {
    const at = midnight + day * 24 * HOUR
    const hours = ids.map((id, index) => {
      const own = Array.from({ length: 13 }, (_, n) => ({
        from: Math.floor(at / HOUR) * HOUR - (19 - n) * HOUR,
        powerW: (8000 - 150 * Math.abs(n - 6)) * (id === 'd' && day >= weakDay ? 0.9 : 1) + index,
        spreadW: 100,
        readings: 12,
        heldBack: false,
      }))
      return [id, own] as const
    })
    const window: StationWindow = {
      at,
      position: { latitude: 48.5, longitude: 12.2 },
      faces: [{ ...plane, share: 1 }],
      country: 'DE',
      reportMin: REPORT / MINUTE,
      listeningSince: 0,
      devices: ids.map((id) => deviceAt({ id, plane }, at)),
      strings: [],
      hours: new Map(hours),
    }
    const { events, kept } = runRules(window, usualSettings, states, known, ['below_peers'])
    remember(known, kept)
    return events.flatMap(({ kind, state }) => (kind === 'raised' ? [{ day, since: state.since }] : []))
  }).flat()
}

describe('when an alarm says it occurred', () => {
  it('is the first clear hour of the first weak day, of what is looked at by days', () => {
    const [found, ...more] = weakFrom(3)
    expect([found?.day, more]).toEqual([5, []])
    expect(new Date(found?.since ?? 0).toISOString()).toMatch(/^2026-06-23T0[4-6]:00/)
  })

  it('is tried for every rule of the list', () => {
    const tried = new Set<RuleId | null>([...rows.map(({ code }) => ruleOfCode(code)), 'below_peers'])
    expect(ruleIds.filter((id) => !tried.has(id))).toEqual([])
  })

  it.each(rows)('is when the fault began: $code, $where', (row) => {
    const found = occurrences(row)
    expect(found.map(({ code }) => code)).toEqual([row.code])
    const [first] = found
    expect(minutesAfter(row.began, first?.occurredAt ?? Infinity)).toBe(0)
    expect(minutesAfter(row.began, first?.noticedAt ?? -Infinity)).toBeGreaterThanOrEqual(0)
  })
})
