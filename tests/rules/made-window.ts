import type { RuleDevice, RuleReading, StationWindow } from '#domain/analyses/station-window.ts'

/** Windows made by hand: what rules look at, with only what a test is about. */

/** Noon in Shanghai. */
export const NOON = Date.parse('2026-06-21T04:00:00Z')
export const MINUTE = 60_000
/** A reading in which nothing was measured. */
export const nothing = {
  flags: 0,
  state: null,
  p: null,
  f: null,
  t: null,
  u: null,
  eTot: null,
  closed: null,
  keepalive: null,
  mppt: null,
  raw: null,
}

export const device = (
  id: string,
  given: Partial<RuleDevice> = {},
  readings: Partial<RuleReading>[] = [],
): RuleDevice => ({
  id,
  kind: 'inverter',
  sn: id,
  model: 'M',
  gatewayId: 'gw',
  parentId: null,
  stringNo: null,
  ratedW: 10_000,
  size: null,
  plane: null,
  heardAt: NOON,
  connected: true,
  offSince: null,
  limitPct: null,
  readings: readings.map((one, at) => ({
    ...nothing,
    ts: NOON - (readings.length - 1 - at) * 5 * MINUTE,
    ...one,
  })),
  ...given,
})
export const gateway = (heardMinAgo: number, connected = true): RuleDevice =>
  device('gw', {
    kind: 'gateway',
    gatewayId: null,
    ratedW: null,
    heardAt: NOON - heardMinAgo * MINUTE,
    connected,
  })
export const at = (devices: RuleDevice[], ts = NOON): StationWindow => ({
  at: ts,
  position: { latitude: 31.2, longitude: 121.5 },
  faces: [{ tiltDeg: 20, azimuthDeg: 180, share: 1 }],
  country: 'CN',
  reportMin: 5,
  listeningSince: 0,
  devices,
  strings: [],
  hours: null,
})
export const steady = (p: number, more: Partial<RuleReading> = {}): Partial<RuleReading>[] =>
  Array.from({ length: 8 }, () => ({ p, ...more }))
export const bad = (found: { says: string; deviceId: string }[]): string[] =>
  found.flatMap(({ says, deviceId }) => (says === 'bad' ? [deviceId] : []))
