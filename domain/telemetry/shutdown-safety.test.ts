import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { qualityFlags } from './quality-flags.ts'
import { SAFE_BELOW_V, SAFETY_FRESH_MS, shutdownSafety } from './shutdown-safety.ts'

const now = 1_755_600_000_000
const reading = {
  ts: now - 30_000,
  receivedAt: now - 29_000,
  flags: 0,
  keepalive: false,
  closed: false,
  inputV: 36.4,
  outputV: 0.6,
}
const facts = { now, online: true, reading }
const of = (change: Partial<Record<keyof typeof reading, number | boolean | null>>, more = {}) =>
  shutdownSafety({ ...facts, ...more, reading: { ...reading, ...change } as typeof reading })

describe('a shutdown device', () => {
  it('is safe when no signal comes, the switch is open, the conductors are below 30 V and that is recent', () => {
    expect(shutdownSafety(facts)).toEqual({ verdict: 'safe', reasons: [] })
    expect(of({ outputV: SAFE_BELOW_V - 0.1 }).verdict).toBe('safe')
  })
  it.each([
    [{ keepalive: true }, 'live', ['keepalive']],
    [{ closed: true }, 'live', ['closed']],
    [{ outputV: SAFE_BELOW_V }, 'live', ['voltage']],
    [{ outputV: -42 }, 'live', ['voltage']],
    [{ keepalive: true, closed: true, outputV: 31.2 }, 'live', ['keepalive', 'closed', 'voltage']],
    [{ outputV: null }, 'live', ['voltage']],
    [{ outputV: null, inputV: null }, 'unknown', ['voltage_unknown']],
    [{ keepalive: null }, 'unknown', ['keepalive_unknown']],
    [{ closed: null }, 'unknown', ['switch_unknown']],
    [{ keepalive: null, closed: true }, 'live', ['closed']],
    [{ flags: qualityFlags.voltage }, 'unknown', ['doubtful']],
    [{ flags: qualityFlags.clock }, 'unknown', ['doubtful']],
    [{ flags: qualityFlags.temperature }, 'safe', []],
    [{ ts: now - SAFETY_FRESH_MS }, 'unknown', ['stale']],
    [{ receivedAt: now - SAFETY_FRESH_MS }, 'unknown', ['stale']],
    [{ closed: true, ts: now - 3_600_000 }, 'unknown', ['stale']],
  ] as const)('%j: %s', (change, verdict, reasons) => {
    expect(of(change)).toEqual({ verdict, reasons })
  })
  it('is unknown when it was never heard, or its gateway is gone', () => {
    expect(shutdownSafety({ ...facts, reading: null })).toEqual({
      verdict: 'unknown',
      reasons: ['never_heard'],
    })
    expect(of({}, { online: false })).toEqual({ verdict: 'unknown', reasons: ['stale'] })
  })
  it('is safe only when every fact is known, recent and says so', () => {
    const volts = fc.oneof(fc.double({ min: -80, max: 80 }), fc.constant(null))
    fc.assert(
      fc.property(
        fc.record({
          ts: fc.integer({ min: now - 1_800_000, max: now }),
          receivedAt: fc.integer({ min: now - 1_800_000, max: now }),
          flags: fc.constantFrom(0, 0, 0, 1, 2, 4, 64, 512),
          keepalive: fc.constantFrom(true, false, null),
          closed: fc.constantFrom(true, false, null),
          inputV: volts,
          outputV: volts,
        }),
        fc.boolean(),
        (given, online) => {
          const { verdict, reasons } = shutdownSafety({ now, online, reading: given })
          const volts = given.outputV ?? given.inputV
          const certain =
            online &&
            given.keepalive === false &&
            given.closed === false &&
            volts !== null &&
            Math.abs(volts) < 30 &&
            now - Math.min(given.ts, given.receivedAt) < 600_000 &&
            (given.flags & 71) === 0
          expect(verdict === 'safe').toBe(certain)
          expect(reasons.length === 0).toBe(verdict === 'safe')
        },
      ),
    )
  })
})
