import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import { alarmKinds } from '#domain/alarms/alarm-kinds.ts'
import { kindOfCode } from '#domain/alarms/kind-of-code.ts'
import type { AboutDevice, DeviceAlarm } from '../reading.ts'

/** Who an inverter of GoodWe is. */
export type GoodWeIdentity = {
  sn: string | null
  model: string | null
  sw: string | null
  /** W */
  ratedW: number | null
}

const BITS = 32

/** The alarms of the bits of the error word; null = it is not said. */
export const goodWeAlarms = (errors: number | null): DeviceAlarm[] | null => {
  if (errors === null) return null
  return Array.from({ length: BITS }, (_, bit) => bit)
    .filter((bit) => Math.floor(errors / 2 ** bit) % 2 === 1)
    .map((bit) => {
      const code = `goodwe.${bit}`
      const kind = kindOfCode(code)
      return { code, lvl: kind === null ? 'important' : alarmKinds[kind].level, ctx: { error_codes: errors } }
    })
}

/** A state by a code; null = the code says none of ours. */
export const stateBy = (
  states: Readonly<Record<number, ReportedState>>,
  code: number | null,
): ReportedState | null => (code === null ? null : (states[code] ?? null))

export const aboutGoodWe = ({ model, sw, ratedW }: GoodWeIdentity, mppt: number): AboutDevice => ({
  brand: 'GoodWe',
  model,
  sw,
  ratedW,
  mppt: mppt > 0 ? mppt : null,
  strings: null,
})

/** Of a meter or battery: others make them, too. */
export const aboutBeside: AboutDevice = {
  brand: null,
  model: null,
  sw: null,
  ratedW: null,
  mppt: null,
  strings: null,
}

/** kW in a name: GW10K-ET is 10 kW, GW5048-EM is 5000 W at 48 V; null = it does not say. */
export const ratedByName = (model: string | null): number | null => {
  const kilo = /^GW(\d+(?:\.\d+)?)K/.exec(model ?? '')?.[1]
  return kilo === undefined ? null : Math.round(Number(kilo) * 1000)
}
