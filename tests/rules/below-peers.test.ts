import { describe, expect, it } from 'vitest'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { shareOfPeers } from '#domain/alarms/rules/below-peers-memory.ts'
import { type RuleEvent, runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import { hoursDue } from '#domain/analyses/daily-run.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import type { Figures } from '#domain/analyses/verdict.ts'
import type { HourMean, RuleDevice } from '#domain/analyses/station-window.ts'
import { clearSkyPlaneIrradiance } from '#domain/stations/clear-sky.ts'
import { toldReadings } from '#web/parts/alarms/alarm-reading.ts'
import { at, device } from './made-window.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const plane = { tiltDeg: 20, azimuthDeg: 180 }
const position = { latitude: 31.2, longitude: 121.5 }
/** The sun is lowest in Shanghai. */
const FIRST = hoursDue(0, Date.parse('2026-06-22T00:00:00Z'), position.longitude)?.to ?? 0

/** Share of its field's power that an inverter gives in an hour of a day; the hour is that of Shanghai. */
type Gives = (day: number, hour: number, light: number) => number
type Unit = { gives: Gives; given?: Partial<RuleDevice>; mean?: Partial<HourMean> }
const well: Unit = { gives: () => 1 }
const weak = (share: number, from = 0, to = Infinity): Unit => ({
  gives: (day) => (day >= from && day < to ? share : 1),
})
/** A little off each day, so that no two days are the same. */
const wavers = (day: number, index: number): number => 1 + 0.008 * Math.sin(7 * day + 3 * index)

/** What comes of days of clear hours; `sky`: share of the light that a day, hour and inverter get. */
const over = (
  days: number,
  units: readonly Unit[],
  sky: (day: number, hour: number, index: number) => number = () => 1,
  given: { kind?: 'optimizer'; memory?: OpenMemory } = {},
) => {
  const states: RuleStates = new Map()
  const memory = given.memory ?? new Map()
  const events: (Pick<RuleEvent, 'kind' | 'state'> & { day: number })[] = []
  for (let day = 0; day < days; day += 1) {
    const look = FIRST + day * DAY
    const hours = units.map(({ gives, mean }, index) => {
      const own = Array.from({ length: 24 }, (_, back): HourMean => {
        const from = look - DAY + back * HOUR
        const hour = Math.floor(((from + 8 * HOUR) / HOUR) % 24)
        const light = clearSkyPlaneIrradiance(from + HOUR / 2, position, plane) * sky(day, hour, index)
        const powerW = 9 * light * gives(day, hour, light) * wavers(day, index)
        return { from, powerW, spreadW: 0.05 * powerW, readings: 12, heldBack: false, ...mean }
      })
      return [`i${index}`, own] as const
    })
    const { kind = 'inverter' } = given
    const devices = units.map((unit, index) =>
      device(`i${index}`, { kind, parentId: 'inv', size: 1, plane, ...unit.given }),
    )
    const window = { ...at(devices, look), hours: new Map(hours) }
    const run = runRules(window, usualSettings, states, memory, ['below_peers'])
    remember(memory, run.kept)
    for (const { kind: told, state } of run.events) events.push({ day, kind: told, state })
  }
  return { events, told: events.map(({ kind, day, state }) => `${kind} ${state.deviceId} ${day}`), memory }
}

const clouds = (day: number, hour: number, index: number): number =>
  0.35 + 0.6 * Math.abs(Math.sin(13 * day + 5 * hour + 2 * index))

const rain = (day: number): number => (day < 3 || day > 7 ? 1 : 0.2)

const unknown = (one: Unit): Unit => ({ ...one, given: { plane: null } })

describe('below its peers over days', () => {
  it('is told after three clear days, from the first day of the plant on, with what it rests on', () => {
    const { events, told } = over(6, [well, well, weak(0.91), well])
    expect(told).toEqual(['raised i2 2'])
    const readings: Figures = events[0]?.state.readings ?? {}
    const since = events[0]?.state.since ?? 0
    expect(readings['deficitPercent']).toBeGreaterThan(8)
    expect(readings['deficitPercent']).toBeLessThan(10)
    expect(readings).toMatchObject({
      peers: 3,
      habitPercent: 0,
      days: '2026-06-21, 2026-06-22, 2026-06-23',
      limitPercent: 7,
    })
    expect(readings['clearHours']).toBeGreaterThanOrEqual(15)
    expect(readings['lostKwh']).toBeGreaterThan(5)
    expect(toldReadings(readings).filter(({ word }) => word === null)).toEqual([])
    expect(since).toBeGreaterThanOrEqual(FIRST - DAY)
    expect(since).toBeLessThan(FIRST)
  })

  it('keeps as its habit what was always a little less, and tells what is less than that', () => {
    const always = over(30, [well, well, { gives: () => 0.96 }, well])
    expect(always.told).toEqual([])
    expect(shareOfPeers.of(always.memory, 'i2')?.['1']?.habit).toBeLessThan(0.98)
    const later: Unit = { gives: (day) => (day < 20 ? 0.96 : 0.915) }
    expect(over(26, [well, well, later, well]).told).toEqual([])
    const worse: Unit = { gives: (day) => (day < 20 ? 0.96 : 0.87) }
    expect(over(26, [well, well, worse, well]).told).toEqual(['raised i2 22'])
  })

  it('finds dirt that settles slowly: what comes bit by bit is no habit', () => {
    const dirty: Unit = { gives: (day) => 1 - 0.01 * day }
    const { told } = over(20, [well, well, dirty, well])
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^raised i2 (9|1[0-2])$/)
  })

  it('takes what is low at the same hours of each day for a shade', () => {
    const shaded: Unit = { gives: (_, hour) => (hour >= 7 && hour < 10 ? 0.4 : 1) }
    expect(over(12, [well, well, shaded, well]).told).toEqual([])
  })

  it('says nothing of days in which the peers disagree or stand in weak light', () => {
    expect(over(12, [well, well, weak(0.85), well], clouds).told).toEqual([])
    // Two clear days, then rain: the third clear day comes later, and is the third.
    expect(over(12, [well, well, weak(0.9, 1), well], rain).told).toEqual(['raised i2 8'])
  })

  it('ends when it is back on some clear days, and a single good day is none', () => {
    const mended = over(14, [well, well, weak(0.85, 0, 6), well])
    expect(mended.told).toEqual(['raised i2 2', 'cleared i2 8'])
    const once: Unit = { gives: (day) => (day === 6 ? 1 : 0.85) }
    expect(over(12, [well, well, once, well]).told).toEqual(['raised i2 2'])
  })

  it('leaves out whose rating is in doubt, who was held back, and who was hardly heard', () => {
    const parts: Unit[] = [
      { ...weak(0.8), given: { shownW: 26_000 } },
      { ...weak(0.8), mean: { heldBack: true } },
      { ...weak(0.8), mean: { readings: 5 } },
      { ...weak(0.8), given: { ratedW: null } },
    ]
    for (const one of parts) expect(over(8, [well, one, well, well]).told).toEqual([])
    // Nobody is held against them either: of three peers two that are held back leave no jury.
    const held: Unit = { ...well, mean: { heldBack: true } }
    expect(over(8, [weak(0.8), well, held, held]).told).toEqual([])
  })

  it('tells a quiet limit by its flat top, though mornings and evenings are as they should be', () => {
    const limited: Unit = { gives: (_, __, light) => Math.min(1, 620 / light) }
    const { events, told } = over(6, [well, well, limited, well])
    expect(told).toEqual(['raised i2 2'])
    expect(events[0]?.state.readings['heldSteady']).toBe(true)
  })

  it('of a pair tells a change alone: nobody knows which of two was right before', () => {
    expect(over(15, [well, weak(0.88)]).told).toEqual([])
    expect(over(15, [well, weak(0.88, 8)]).told).toEqual(['raised i1 10'])
  })

  it('holds modules against their own habit where nobody entered their planes, and against each other where somebody did', () => {
    const string = [well, well, well, { gives: () => 0.85 }, well]
    expect(over(12, string.map(unknown), undefined, { kind: 'optimizer' }).told).toEqual([])
    const since = [well, well, well, weak(0.85, 7), well]
    expect(over(12, since.map(unknown), undefined, { kind: 'optimizer' }).told).toEqual(['raised i3 9'])
    expect(over(12, string, undefined, { kind: 'optimizer' }).told).toEqual(['raised i3 2'])
  })

  it('does not hold inverters of different planes or ratings against each other', () => {
    const east = { tiltDeg: 40, azimuthDeg: 90 }
    const elsewhere: Unit = { ...weak(0.8), given: { plane: east } }
    expect(over(8, [well, well, elsewhere, well]).told).toEqual([])
    const bigger: Unit = { ...weak(0.8), given: { ratedW: 12_000 } }
    expect(over(8, [well, well, bigger, well]).told).toEqual([])
  })

  it('begins anew with what an older version remembered', () => {
    const memory: OpenMemory = new Map()
    remember(memory, [{ kind: shareOfPeers.id, deviceId: 'i2', value: { '1': { usual: 0.8 } } }])
    expect(over(4, [well, well, weak(0.9), well], undefined, { memory }).told).toEqual(['raised i2 2'])
  })
})
