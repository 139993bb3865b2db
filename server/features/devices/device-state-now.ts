import { givesPower } from '#domain/devices/kinds.ts'
import type { DeviceState } from '#domain/devices/fields.ts'
import {
  deviceCondition,
  DUSK_MS,
  faintUpToW,
  silenceLimitMs,
  stateAt,
} from '#domain/telemetry/device-state.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { shownPowerNowW } from '#domain/telemetry/generation.ts'
import { darkPeriodAt } from '../stations/station-light.ts'
import type { ListedDevice } from './device-store.ts'

/** All that decides how a device is. */
export type StateFacts = Pick<
  ListedDevice,
  | 'kind'
  | 'removed_at'
  | 'report_min'
  | 'latitude'
  | 'north'
  | 'longitude'
  | 'east'
  | 'received_at'
  | 'ts'
  | 'state'
  | 'flags'
  | 'p'
  | 'p_pv'
  | 'e_pv'
  | 'rated_w'
  | 'shown_w'
  | 'gateway_id'
  | 'gateway_heard_at'
  | 'birth_at'
  | 'connected'
  | 'gone_at'
>

export type StateNow = {
  online: boolean
  state: DeviceState | null
  /** W; null when unknown or stale. */
  powerW: number | null
  lastAt: number | null
}

const latestOf = (...instants: (number | null)[]): number | null =>
  instants.reduce((a, b) => (a === null ? b : b === null ? a : Math.max(a, b)), null)

const gatewayNow = (row: StateFacts, now: number, receivedAt: number | null) => {
  const heardAt = latestOf(receivedAt, row.birth_at)
  const gone = row.connected === false && row.gone_at !== null && heardAt !== null && row.gone_at >= heardAt
  // A gateway does not say a state: while it is heard, it works.
  const facts = {
    kind: 'gateway',
    now,
    reportMin: row.report_min,
    heardAt,
    reported: 'normal',
    gone,
  } as const
  return { heardAt, ...deviceCondition(facts) }
}

/** How a device is at `now`, from its newest live reading, its gateway's link and the light at its station. */
export const stateNow = (row: StateFacts, now: number): StateNow => {
  if (row.removed_at !== null) return { online: false, state: 'disconnected', powerW: null, lastAt: row.ts }
  if (row.kind === 'gateway') {
    const { heardAt, online, state } = gatewayNow(row, now, row.received_at)
    return { online, state, powerW: null, lastAt: heardAt }
  }
  // What stands still says nothing of now, not of its state either.
  const reported = hasFlag(row.flags ?? 0, 'still') ? null : stateAt(row.state)
  const said = { acW: row.p, pvW: row.p_pv, pvWh: row.e_pv }
  const measuredW = shownPowerNowW(row.kind, said, row.flags ?? 0)
  const limitMs = silenceLimitMs(row.report_min)
  const heard = row.received_at !== null && now - row.received_at < limitMs
  const { online, state } = deviceCondition({
    kind: row.kind,
    now,
    reportMin: row.report_min,
    heardAt: row.received_at,
    reported,
    gatewayOnline: row.gateway_id !== null && gatewayNow(row, now, row.gateway_heard_at).online,
    faint: measuredW !== null && measuredW <= faintUpToW(Math.max(row.rated_w ?? 0, row.shown_w ?? 0)),
    // Nobody asks where the sun was of what was heard this moment.
    dark: heard ? null : darkPeriodAt(row, now + DUSK_MS),
  })
  const fresh = heard && row.ts !== null && now - row.ts < limitMs
  const asleep = state === 'standby' && givesPower(row.kind)
  const powerW = fresh ? (measuredW ?? (asleep ? 0 : null)) : asleep && !heard ? 0 : null
  return { online, state, powerW, lastAt: row.ts }
}
