import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import { alarmKinds } from '#domain/alarms/alarm-kinds.ts'
import { kindOfCode } from '#domain/alarms/kind-of-code.ts'
import { numberAt, textAt } from '../json.ts'
import type { DeviceAlarm } from '../reading.ts'

/** `StatusCode`, and what Gen24 says as a word. Source: Fronius Solar API V1. 255: it does not know itself. */
const states: Readonly<Record<string, ReportedState>> = {
  0: 'standby',
  1: 'standby',
  2: 'standby',
  3: 'standby',
  4: 'standby',
  5: 'standby',
  6: 'standby',
  startup: 'standby',
  7: 'grid',
  running: 'grid',
  8: 'standby',
  standby: 'standby',
  9: 'standby',
  bootloading: 'standby',
  10: 'shutdown',
  error: 'shutdown',
  11: 'standby',
  idle: 'standby',
  12: 'standby',
  ready: 'standby',
  13: 'standby',
  sleeping: 'standby',
}

/** Too little sun, which is no fault: power or voltage too low, at one of the inputs. Source: manual of the Symo. */
const dusk = [306, 307, 522, 523]

/** The state of a `DeviceStatus`; null = it does not say one. */
export const froniusState = (status: unknown): ReportedState | null => {
  const said = String(numberAt(status, 'StatusCode') ?? textAt(status, 'StatusCode')?.toLowerCase() ?? '')
  return Object.hasOwn(states, said) ? (states[said] ?? null) : null
}

/**
 * The alarm of a `DeviceStatus`; none = it says that none holds; null = it does not say. Gen24 counts its codes anew: 103
 * is a voltage on a Symo and a frequency on a Gen24.
 */
export const froniusAlarms = (status: unknown, isGen24: boolean): DeviceAlarm[] | null => {
  const said = numberAt(status, 'ErrorCode')
  if (said === null || !Number.isInteger(said) || said < 0) return null
  if (said === 0 || (!isGen24 && dusk.includes(said))) return []
  const code = `fronius.${isGen24 ? 'g' : ''}${said}`
  const kind = kindOfCode(code)
  return [{ code, lvl: kind === null ? 'important' : alarmKinds[kind].level, ctx: { ErrorCode: said } }]
}
