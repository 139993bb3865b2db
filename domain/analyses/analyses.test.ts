import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { rules } from '../alarms/rules/all-rules.ts'
import { type Analysis, learns } from './analysis.ts'
import { memoryKind, type OpenMemory, remember } from './memory.ts'
import { learn, needsOf, prepare, withUsed } from './run-analyses.ts'
import type { StationWindow } from './station-window.ts'

const HALF_HOUR = 30 * 60_000
const windowAt = (at: number, hours: StationWindow['hours'] = null): StationWindow => ({
  at,
  position: { latitude: 48, longitude: 12 },
  faces: [{ tiltDeg: 30, azimuthDeg: 180, share: 1 }],
  country: 'DE',
  reportMin: 5,
  listeningSince: 0,
  devices: [],
  strings: [],
  hours,
})

const visits = memoryKind('visits', z.strictObject({ count: z.number() }))
/** An analysis that nobody but this test knows. */
const visitor: Analysis = {
  id: 'visitor',
  needs: { step: 'minutes', readings: ['t'] },
  learn: learns(visits, (_, memory) => new Map([['a', { count: (visits.of(memory, 'a')?.count ?? 0) + 1 }]])),
}
const daily: Analysis = { ...visitor, id: 'daily', needs: { step: 'day', hours: ['p'] }, uses: [visitor] }

const learned = (one: Analysis, window: StationWindow): number =>
  learn([one], window, new Map(), () => false).length
const later = (id: string): Analysis => ({
  ...visitor,
  id,
  prepare: (window) => ({
    window: { ...window, reportMin: window.reportMin + 1 },
    kept: visits.keep(new Map([[id, { count: 1 }]])),
  }),
})

describe('what analyses remember', () => {
  it('is read in the shape of its kind, and begins anew where an older version wrote it', () => {
    const memory: OpenMemory = new Map()
    remember(memory, visits.keep(new Map([['a', { count: 3 }]])))
    remember(memory, [{ kind: 'visits', deviceId: 'b', value: { times: 3 } }])
    remember(memory, [{ kind: 'visits', deviceId: 'c', value: [3] }])
    expect(['a', 'b', 'c', 'd'].map((id) => visits.of(memory, id))).toEqual([{ count: 3 }, null, null, null])
  })

  it('stays with its kind: what one writes no other loses', () => {
    const others = memoryKind('others', z.strictObject({ text: z.string() }))
    const memory: OpenMemory = new Map()
    remember(memory, others.keep(new Map([['a', { text: 'x' }]])))
    remember(memory, visits.keep(new Map([['a', { count: 1 }]])))
    expect([others.of(memory, 'a'), visits.of(memory, 'a')]).toEqual([{ text: 'x' }, { count: 1 }])
  })
})

describe('the runner', () => {
  it('runs a list of which it knows none by name, the used before those that use them, each once', () => {
    expect(withUsed([daily, visitor, daily]).map(({ id }) => id)).toEqual(['visitor', 'daily'])
    const { readings, hours } = needsOf([visitor, daily])
    expect([[...readings], [...hours]]).toEqual([['t'], ['p']])
  })

  it('lets what looks every five minutes learn each half-hour, and what looks once a day when its hours have come', () => {
    expect([0, 300_000, HALF_HOUR].map((at) => learned(visitor, windowAt(at)))).toEqual([1, 0, 1])
    expect([windowAt(0), windowAt(300_000, new Map())].map((one) => learned(daily, one))).toEqual([0, 1])
  })

  it('hands the window on from one that prepares it to the next', () => {
    const { window, kept } = prepare([later('x'), later('y')], windowAt(0), new Map())
    expect([window.reportMin, kept.map(({ deviceId }) => deviceId)]).toEqual([7, ['x', 'y']])
  })
})

describe('the rules', () => {
  it('write each into a kind of memory of its own', () => {
    const kinds = withUsed(Object.values(rules)).flatMap(({ learn: own }) => own?.kind ?? [])
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(kinds.length).toBeGreaterThan(3)
  })
})
