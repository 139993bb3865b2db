import { describe, expect, it } from 'vitest'
import { deviceStates } from '../devices/fields.ts'
import type { DeviceFactsNow } from './device-state.ts'
import {
  deviceCondition,
  raisesAlarm,
  stateAt,
  stateIndex,
  stateOf,
  stateOfSunSpec,
  sunSpecState,
  sunSpecStates,
} from './device-state.ts'

const MINUTE = 60_000
const now = Date.parse('2025-08-19T12:00Z')
const ago = (minutes: number): number => now - minutes * MINUTE
const facts: DeviceFactsNow = {
  kind: 'inverter',
  now,
  reportMin: 5,
  heardAt: ago(2),
  reported: 'grid_connected',
  gatewayOnline: true,
}
const condition = (change: Partial<DeviceFactsNow>) => deviceCondition({ ...facts, ...change })
const offline = { online: false, state: 'disconnected' }
const standby = { online: true, state: 'standby' }

describe('state of a device', () => {
  it.each([
    [1, 'shutdown', 'shutdown'],
    [2, 'standby', 'standby'],
    [3, 'standby', 'standby'],
    [4, 'grid_connected', 'normal'],
    [5, 'curtailed', 'curtailed'],
    [6, 'shutdown', 'shutdown'],
    [7, 'shutdown', 'shutdown'],
    [8, 'standby', 'standby'],
  ])('reads SunSpec St %d, and one less in model 701', (code, inverter, optimizer) => {
    expect(stateOf(null, { St: code }, 'inverter')).toBe(inverter)
    expect(stateOf(null, { St: code }, 'optimizer')).toBe(optimizer)
    expect(stateOf(null, { InvSt: code - 1 }, 'inverter')).toBe(inverter)
    expect(sunSpecState(code, 1)).toBe(sunSpecState(code - 1, 0))
  })

  it('knows no state for codes outside SunSpec', () => {
    for (const code of [0, 9, 0xffff, -1, 4.5, Number.NaN]) expect(sunSpecState(code, 1)).toBeNull()
    expect(stateOf(null, { St: 'x' }, 'inverter')).toBeNull()
    // A register that is not implemented does not silence the one beside it.
    for (const St of [0xffff, 0xffff_ffff, -0x8000])
      expect(stateOf(null, { St, InvSt: 3 }, 'inverter')).toBe('grid_connected')
    expect(stateOf(null, null, 'inverter')).toBeNull()
  })

  it('raises an alarm for a fault alone, and gives every operating state one of the six', () => {
    expect(sunSpecStates.filter(raisesAlarm)).toEqual(['fault'])
    for (const state of sunSpecStates) expect(deviceStates).toContain(stateOfSunSpec(state, 'inverter'))
  })

  it('takes the word of the gateway before the raw code', () => {
    expect(stateOf('curtailed', { St: 4 }, 'inverter')).toBe('curtailed')
    expect(stateOf('grid', null, 'inverter')).toBe('grid_connected')
    expect(stateOf('grid', null, 'optimizer')).toBe('normal')
    expect(stateOf('shutdown', null, 'shutdown')).toBe('shutdown')
  })

  it('stores a state as its place in the list', () => {
    expect(deviceStates.map((state) => stateAt(stateIndex(state)))).toEqual([...deviceStates])
    expect([stateAt(null), stateAt(17), stateIndex(null)]).toEqual([null, null, null])
  })
})

describe('online and offline', () => {
  it('is online until three reporting intervals of the station have passed', () => {
    expect(condition({})).toEqual({ online: true, state: 'grid_connected' })
    expect(condition({ heardAt: ago(15) + 1 })).toEqual({ online: true, state: 'grid_connected' })
    expect(condition({ heardAt: ago(15) })).toEqual(offline)
    expect(condition({ heardAt: ago(15), reportMin: 30 })).toEqual({ online: true, state: 'grid_connected' })
  })

  it('never heard is neither online nor in a state', () => {
    expect(condition({ heardAt: null, reported: null })).toEqual({ online: false, state: null })
  })

  it('a last will ends it at once', () => {
    expect(condition({ kind: 'gateway', gone: true })).toEqual(offline)
  })

  it('a sub-device that fell silent with the sun is on standby, not offline', () => {
    const night = { heardAt: ago(240), dark: { since: ago(235), until: null } }
    expect(condition(night)).toEqual(standby)
    expect(condition({ ...night, heardAt: ago(200) })).toEqual(standby)
    expect(condition({ ...night, heardAt: ago(249) })).toEqual(standby)
  })

  it('a night is no excuse without a gateway, for a gateway, or for what was silent before', () => {
    const night = { heardAt: ago(240), dark: { since: ago(235), until: null } }
    expect(condition({ ...night, gatewayOnline: false })).toEqual(offline)
    expect(condition({ ...night, kind: 'gateway' })).toEqual(offline)
    expect(condition({ ...night, heardAt: ago(300) })).toEqual(offline)
    expect(condition({ heardAt: ago(240), dark: null })).toEqual(offline)
  })

  it('dusk is an excuse for what gave next to nothing at last, as long before it as an hour', () => {
    const dusk = (minutes: number) => ({
      heardAt: ago(240),
      dark: { since: ago(240 - minutes), until: null },
    })
    expect(condition({ ...dusk(40), faint: true })).toEqual(standby)
    expect(condition(dusk(40))).toEqual(offline)
    expect(condition({ ...dusk(76), faint: true })).toEqual(offline)
    // The light is still going.
    const going = { heardAt: ago(20), dark: { since: now + 30 * MINUTE, until: null } }
    expect(condition({ ...going, faint: true })).toEqual(standby)
    expect(condition(going)).toEqual(offline)
    expect(condition({ ...going, faint: true, gatewayOnline: false })).toEqual(offline)
  })

  it('a night is no excuse for what needs no light', () => {
    const night = { heardAt: ago(240), dark: { since: ago(235), until: null } }
    expect(condition({ ...night, kind: 'weather' })).toEqual(offline)
  })

  it('has three intervals of the morning to wake up', () => {
    const dawn = (minutes: number) => ({
      heardAt: ago(700),
      dark: { since: ago(690), until: ago(minutes) },
    })
    expect(condition(dawn(14))).toEqual(standby)
    expect(condition(dawn(15))).toEqual(offline)
    // Spoke after dawn and fell silent again: no excuse.
    expect(condition({ heardAt: ago(15), dark: { since: ago(690), until: ago(16) } })).toEqual(offline)
  })
})
