import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { inverterSn, optimizerSn } from './seed.ts'

/** Readings of one message: two inverters with all they measure, eighteen optimizers. */
export const messageReadings = { inverters: 2, optimizers: 18 }
export const readingsPerMessage = messageReadings.inverters + messageReadings.optimizers

/** Two decimals, as devices write them. */
const about = (base: number, n: number): number => Math.round((base + (n % 97) / 10) * 100) / 100

const inverterItem = (sn: string, ts: number, n: number, st: 'grid' | 'standby'): TelemetryItem => ({
  sn,
  ts,
  st,
  raw: { St: 4 },
  m: {
    p: about(865, n),
    q: -22,
    f: 49.98,
    u: [about(229, n), about(228, n + 1), about(230, n + 2)],
    i: [1.26, 1.25, 1.27],
    t: 38.9,
    p_dc: about(884, n),
    e_tot: 43_934_840 + n,
    mppt: [
      { n: 1, u: 746.9, i: 1.18, p: 442 },
      { n: 2, u: 745.1, i: 1.18, p: 442 },
    ],
  },
})

const optimizerItem = (sn: string, ts: number, n: number): TelemetryItem => ({
  sn,
  ts,
  st: 'normal',
  m: {
    u_in: 30.6,
    i_in: 6.94,
    u_out: 30.2,
    p: about(212, n),
    t: about(26, n),
    e_tot: 512_300 + n,
    rssi: 132,
  },
})

/** Message `seq` of a gateway of the fleet `name`; all its readings at `ts`, its inverters in the state `st`. */
export const benchMessage = (
  name: string,
  gateway: number,
  at: { boot: string; seq: number; ts: number; hist?: boolean; st?: 'grid' | 'standby' },
  devices = messageReadings,
): Telemetry => ({
  v: 1,
  boot: at.boot,
  seq: at.seq,
  ts: at.ts,
  hist: at.hist ?? false,
  d: [
    ...Array.from({ length: devices.inverters }, (_, n) =>
      inverterItem(inverterSn(name, gateway, n + 1), at.ts, at.seq + n, at.st ?? 'grid'),
    ),
    ...Array.from({ length: devices.optimizers }, (_, n) =>
      optimizerItem(optimizerSn(name, gateway, n + 1), at.ts, at.seq + n),
    ),
  ],
})

/** What a small message says: the power alone, or energy and temperature with it, of which every eighth is too hot. */
export type OneReading = 'one value' | 'three values'
/** Degrees of what is too hot, and of the others. */
export const [hotC, usualC] = [88, 41]
export const isHot = (inverter: number): boolean => inverter % 8 === 1

/** A message with one reading of one inverter, whose power is a quarter of its rating and some. */
export const oneReading = (
  sn: string,
  at: { boot: string; seq: number; ts: number },
  values: OneReading,
): Telemetry => {
  const p = about(6_000, at.seq)
  const hot = isHot(Number(sn.slice(sn.lastIndexOf('X') + 1)))
  const m =
    values === 'one value' ? { p } : { p, e_tot: 43_934_840 + at.seq, t: about(hot ? hotC : usualC, at.seq) }
  return { v: 1, ...at, d: [{ sn, ts: at.ts, m }] }
}
