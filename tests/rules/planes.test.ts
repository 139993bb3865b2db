import { describe, expect, it } from 'vitest'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { courses } from '#domain/analyses/planes.ts'
import { inverterOff } from '#domain/alarms/rules/inverter-off.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { optimizerLow } from '#domain/alarms/rules/optimizer-low.ts'
import { runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import type { RuleDevice } from '#domain/analyses/station-window.ts'
import { clearSkyPlaneIrradiance, type Plane } from '#domain/stations/clear-sky.ts'
import { at, bad, device, gateway, MINUTE, steady } from './made-window.ts'

const position = { latitude: 31.2, longitude: 121.5 }
const east: Plane = { tiltDeg: 60, azimuthDeg: 90 }
const west: Plane = { tiltDeg: 60, azimuthDeg: 270 }
/** Midnight in Shanghai. */
const START = Date.parse('2026-06-20T16:00:00Z')
const HOUR = 60 * MINUTE

type Roof = { id: string; faces: Plane; entered?: boolean; deadFrom?: number }

/** Alarms of a rule over clear days of inverters on these roofs, every five minutes. */
const over = (days: number, roofs: readonly Roof[]) => {
  const states: RuleStates = new Map()
  const memory: OpenMemory = new Map()
  const raised: { id: string; at: number }[] = []
  for (let now = START; now < START + days * 24 * HOUR; now += 5 * MINUTE) {
    const devices = roofs.map(({ id, faces, entered, deadFrom }): RuleDevice => {
      const readings = Array.from({ length: 12 }, (_, back) => {
        const ts = now - (11 - back) * 5 * MINUTE
        // What comes from the whole sky is left out: on a clear day it is little, and it hides the plane.
        const light = Math.max(0, clearSkyPlaneIrradiance(ts, position, faces) - 120)
        return { ts, p: deadFrom !== undefined && ts >= deadFrom ? 0 : 9 * light }
      })
      return device(id, { heardAt: now, plane: entered ? faces : null }, readings)
    })
    const window = at([{ ...gateway(0), heardAt: now }, ...devices], now)
    const { events, kept } = runRules(window, usualSettings, states, memory, [
      'inverter_off',
      'no_production',
    ])
    remember(memory, kept)
    for (const { kind, state } of events) if (kind === 'raised') raised.push({ id: state.deviceId, at: now })
  }
  return raised
}

const part = (id: string, p: number, plane: Plane | null) =>
  device(id, { kind: 'optimizer', parentId: 'inv', stringNo: 1, size: 1, plane }, steady(p))

describe('peers of the same plane', () => {
  it('lets an east roof and a west roof of 60 degrees wait for each other, learned or entered', () => {
    for (const entered of [false, true]) {
      const roofs = [
        { id: 'east-1', faces: east, entered },
        { id: 'east-2', faces: east, entered },
        { id: 'west-1', faces: west, entered },
        { id: 'west-2', faces: west, entered },
      ]
      expect(over(6, roofs)).toEqual([])
    }
    expect(
      over(6, [
        { id: 'east', faces: east },
        { id: 'west', faces: west },
      ]),
    ).toEqual([])
  })

  it('finds what stands still beside its own plane at once, and alone on its plane about noon', () => {
    const morning = START + 4 * 24 * HOUR + 9 * HOUR
    const [found] = over(5, [
      { id: 'east-1', faces: east },
      { id: 'east-2', faces: east, deadFrom: morning },
      { id: 'west-1', faces: west },
      { id: 'west-2', faces: west },
    ])
    expect(found?.id).toBe('east-2')
    expect(((found?.at ?? 0) - morning) / HOUR).toBeLessThanOrEqual(1)
    const [alone] = over(5, [
      { id: 'east', faces: east, deadFrom: morning },
      { id: 'west', faces: west },
    ])
    expect(alone?.id).toBe('east')
    expect(((alone?.at ?? 0) - morning) / HOUR).toBeLessThanOrEqual(4)
  })

  it('holds a module against those of its own plane, where somebody entered them', () => {
    const string = (plane: Plane | null) => [
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => part(id, 300, plane && east)),
      ...['g', 'h', 'i', 'j'].map((id) => part(id, 150, plane && west)),
    ]
    const low = (plane: Plane | null) => bad(optimizerLow.judge(at(string(plane)), 70, new Map()))
    expect([low(null), low(west)]).toEqual([['g', 'h', 'i', 'j'], []])
  })

  it('says nothing of an inverter of unknown plane but about noon', () => {
    const now = START + 8 * HOUR
    const readings = (p: number) =>
      steady(p).map((one, back) => ({ ...one, ts: now - (7 - back) * 5 * MINUTE }))
    const window = at(
      [device('a', { heardAt: now }, readings(0)), device('b', { heardAt: now }, readings(6000))],
      now,
    )
    expect(bad(inverterOff.judge(window, 10, new Map()))).toEqual([])
    const course = new Map([[courses.id, { sum: 50, weighted: 600, before: 8, after: 8 }]])
    expect(
      bad(
        inverterOff.judge(
          window,
          10,
          new Map([
            ['a', course],
            ['b', course],
          ]),
        ),
      ),
    ).toEqual(['a'])
  })
})
