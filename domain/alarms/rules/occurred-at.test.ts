import { describe, expect, it } from 'vitest'
import { qualityFlags } from '../../telemetry/quality-flags.ts'
import { device as madeDevice, nothing } from '#tests/rules/made-window.ts'
import { usualSettings } from './all-rules.ts'
import { runRules } from './run-rules.ts'
import type { RuleId } from './rule.ts'
import type { RuleDevice, RuleReading, StationWindow } from '../../analyses/station-window.ts'

const MINUTE = 60_000
/** Noon of a summer's day in Landshut. */
const AT = Date.parse('2026-06-21T11:00:00Z')

const device = (more: Partial<RuleDevice>): RuleDevice =>
  madeDevice('inverter', { sn: 'SE1', model: '', gatewayId: 'gateway', ratedW: 27.6, heardAt: AT, ...more })
const reading = (ts: number, more: Partial<RuleReading> = {}): RuleReading => ({
  ...nothing,
  ts,
  ...more,
})

const raised = (rule: RuleId, devices: RuleDevice[], instants: readonly number[] = [AT]) => {
  const states = new Map()
  return instants.flatMap((at) => {
    const window = {
      at,
      position: { latitude: 48.5, longitude: 12.2 },
      faces: [{ tiltDeg: 30, azimuthDeg: 180, share: 1 }],
      country: 'DE',
      reportMin: 5,
      listeningSince: AT - 86_400_000,
      devices: devices.map((one) => ({ ...one, readings: one.readings.filter(({ ts }) => ts <= at) })),
      strings: [],
      hours: null,
    } as unknown as StationWindow
    return runRules(window, usualSettings, states, new Map(), [rule]).events.map(({ kind, state }) => ({
      kind,
      since: state.since,
      readings: state.readings,
    }))
  })
}

const inverter = (readings: RuleReading[], more: Partial<RuleDevice> = {}) =>
  device({ ratedW: 10_000, readings, ...more })

describe('what an alarm tells', () => {
  it('a gateway has been silent since it was heard last, not since that was noticed', () => {
    const heardAt = AT - 40 * MINUTE
    const silent = device({ id: 'gateway', kind: 'gateway', gatewayId: null, heardAt })
    expect(raised('gateway_silent', [silent])).toMatchObject([{ kind: 'raised', since: heardAt }])
  })

  it('a silent device has been so since it was heard last', () => {
    const heardAt = AT - 90 * MINUTE
    const gateway = device({ id: 'gateway', kind: 'gateway', gatewayId: null })
    expect(raised('device_silent', [gateway, device({ heardAt })])).toMatchObject([
      { kind: 'raised', since: heardAt },
    ])
  })

  it('what needs no light is missed at night too', () => {
    const night = Date.parse('2026-06-21T22:30:00Z')
    const heardAt = night - 90 * MINUTE
    const gateway = device({ id: 'gateway', kind: 'gateway', gatewayId: null, heardAt: night })
    const weather = device({ id: 'weather', kind: 'weather', ratedW: null, heardAt })
    const inverter = device({ heardAt })
    expect(raised('device_silent', [gateway, inverter], [night])).toEqual([])
    expect(raised('device_silent', [gateway, weather, inverter], [night])).toMatchObject([
      { kind: 'raised', since: heardAt },
    ])
  })

  it('a counter fell when it fell', () => {
    const values = [9_000_000, 9_000_400, 300, 700, 1000, 1400]
    const readings = values.map((eTot, n) => reading(AT - (30 - 5 * n) * MINUTE, { eTot }))
    expect(raised('counter', [device({ readings })])).toMatchObject([
      { kind: 'raised', since: AT - 20 * MINUTE, readings: { event: 'fell' } },
    ])
  })

  it.each([
    [-3_600_000, { clockBehindMin: 60 }],
    [1_200_000, { clockAheadMin: 20 }],
  ])('by how much a clock is wrong: %d ms', (clockOffsetMs, told) => {
    const readings = Array.from({ length: 12 }, (_, n) =>
      reading(AT - 5 * n * MINUTE, { flags: qualityFlags.clock }),
    ).reverse()
    const gateway = device({ id: 'gateway', kind: 'gateway', gatewayId: null, clockOffsetMs })
    const steps = Array.from({ length: 9 }, (_, n) => AT - (40 - 5 * n) * MINUTE)
    const [first] = raised('clock', [gateway, device({ readings })], steps)
    expect(first?.kind).toBe('raised')
    expect(first?.readings).toMatchObject(told)
  })

  it('a counter beyond the rating is a finding about the rating, until it is mended', () => {
    const readings = [reading(AT - 5 * MINUTE)]
    expect(raised('rating', [device({ readings, shownW: 26_000 })])).toMatchObject([
      { kind: 'raised', readings: { shownPowerW: 26_000, ratedW: 27.6 } },
    ])
    expect(raised('rating', [device({ readings, shownW: 26_000, ratedW: 27_600 })])).toEqual([])
    expect(raised('rating', [device({ readings, shownW: null })])).toEqual([])
    expect(raised('rating', [device({ readings, shownW: 26_000, ratedW: null })])).toEqual([])
  })

  describe('power that stands still', () => {
    /** An hour after dark in Landshut. */
    const DARK = Date.parse('2026-06-21T21:30:00Z')
    const still = (more: Partial<RuleReading> = {}): RuleReading[] =>
      Array.from({ length: 14 }, (_, n) =>
        reading(DARK - (65 - 5 * n) * MINUTE, { p: 2_700, eTot: 5_001, ...more }),
      )
    const steps = Array.from({ length: 12 }, (_, n) => DARK - (55 - 5 * n) * MINUTE)

    it('is told by night for what it is, and not as a counter that stands still', () => {
      expect(raised('frozen', [inverter(still())], steps)).toMatchObject([
        { kind: 'raised', since: DARK - 65 * MINUTE, readings: { powerW: 2_700 } },
      ])
      expect(raised('counter', [inverter(still())], steps)).toEqual([])
    })

    it('is the counter’s fault where power moves and the counter does not', () => {
      const moving = still().map((one, n) => ({ ...one, p: 2_700 + n }))
      expect(raised('counter', [inverter(moving)], steps)).toMatchObject([
        { kind: 'raised', readings: { event: 'stands still' } },
      ])
      expect(raised('frozen', [inverter(moving)], steps)).toEqual([])
    })

    it('is a battery where the counter runs or nothing comes from the modules', () => {
      const counted = still().map((one, n) => ({ ...one, eTot: 5_001 + 225 * n }))
      expect(raised('frozen', [inverter(counted)], steps)).toEqual([])
      expect(raised('frozen', [inverter(still({ pDc: 0 }))], steps)).toEqual([])
    })

    it('is one alarm on the gateway where all of its inverters repeat themselves', () => {
      const told = raised(
        'frozen',
        [inverter(still()), inverter(still({ p: 900 }), { id: 'second', sn: 'SE2' })],
        steps,
      )
      expect(told).toMatchObject([{ kind: 'raised', readings: { inverters: 2, devices: 'SE1, SE2' } }])
    })

    it('is over when another value comes', () => {
      const after = [5, 10, 15, 20, 25].map((min) => reading(DARK + min * MINUTE, { p: 0, eTot: 5_001 }))
      const later = [...steps, ...after.map(({ ts }) => ts)]
      expect(raised('frozen', [inverter([...still(), ...after])], later).map(({ kind }) => kind)).toEqual([
        'raised',
        'cleared',
      ])
    })
  })
})
