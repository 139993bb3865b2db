import { CLOCK_AHEAD_MS, CLOCK_BEHIND_MS } from '#domain/telemetry/reading-time.ts'
import { childCount, childPower, type DeviceDetail } from '../device-facts.ts'
import { signalOf } from '../gateway/link-words.ts'

export const arrivalSteps = ['connect', 'clock', 'signal', 'firmware', 'inventory', 'report'] as const
export type ArrivalStep = (typeof arrivalSteps)[number]
/** `next`: what is waited for now. `later`: not its turn. `trouble`: heard, and not as it should be. */
export type StepState = 'done' | 'next' | 'later' | 'trouble'

export type Arrival = {
  states: Record<ArrivalStep, StepState>
  /** Since when the step that is waited for could have come, epoch ms; null when nothing is waited for. */
  waitingSince: number | null
  /** Everything is there: it only has to go on like this. */
  arrived: boolean
  inverters: number
  devices: number
  /** Sum of the inverters' newest power, W; null until one has reported. */
  powerW: number | null
  reportedAt: number | null
}

type Facts = Pick<DeviceDetail, 'link' | 'children' | 'childCounts' | 'childPowerW'> & { since: number }
type Link = NonNullable<DeviceDetail['link']>

const clockState = ({ clockOffsetMs }: Link): StepState => {
  if (clockOffsetMs === null) return 'later'
  return clockOffsetMs > CLOCK_AHEAD_MS || clockOffsetMs < -CLOCK_BEHIND_MS ? 'trouble' : 'done'
}

/** A gateway without a modem has no signal to show, which is fine. */
const signalState = ({ csq }: Link): StepState => {
  const word = csq === null ? null : signalOf(csq).word
  return word === 'none' || word === 'weak' ? 'trouble' : 'done'
}

/**
 * How far a gateway has come since it was added: connected, clock, signal, firmware, inventory, first report. Each step is read
 * off what the server has heard, so it can be looked at any time and from any phone. Clock and signal may be in
 * trouble without holding up the rest.
 */
export const arrivalOf = ({ since, ...facts }: Facts): Arrival => {
  const { link, children, childCounts } = facts
  const inverters = children.filter(({ kind }) => kind === 'inverter')
  const heard = inverters.flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt]))
  const reported = heard.length > 0 || children.some(({ lastAt }) => lastAt !== null)
  const born = link !== null && link.birthAt !== null
  const states: Record<ArrivalStep, StepState> = {
    connect: !born ? 'next' : link.connected ? 'done' : 'trouble',
    clock: born ? clockState(link) : 'later',
    signal: born ? signalState(link) : 'later',
    // Told with the connection, or not at all; nothing waits for it.
    firmware: born ? 'done' : 'later',
    inventory: !born
      ? 'later'
      : link.inventoryAt === null
        ? 'next'
        : children.length > 0
          ? 'done'
          : 'trouble',
    report: reported ? 'done' : born && link.inventoryAt !== null && children.length > 0 ? 'next' : 'later',
  }
  return {
    states,
    waitingSince:
      states.connect === 'next'
        ? since
        : states.inventory === 'next'
          ? (link?.birthAt ?? since)
          : states.report === 'next'
            ? (link?.inventoryAt ?? since)
            : null,
    arrived: states.connect === 'done' && states.inventory === 'done' && states.report === 'done',
    inverters: childCounts.inverter.all,
    devices: childCount(facts),
    powerW: childPower(facts),
    reportedAt: heard.length > 0 ? Math.max(...heard) : null,
  }
}

const minuteMs = 60_000

/** The step that has been waited for longer than it takes when all is well, and so needs advice; null while it is early. */
export const lateStep = (
  { states, waitingSince }: Pick<Arrival, 'states' | 'waitingSince'>,
  reportS: number,
  now: number,
): ArrivalStep | null => {
  const step = arrivalSteps.find(
    (one) => states[one] === 'next' || (one === 'connect' && states[one] === 'trouble'),
  )
  if (step === undefined) return null
  if (states[step] === 'trouble') return step
  const patienceMs = step === 'report' ? reportS * 1000 + minuteMs : minuteMs
  return waitingSince !== null && now - waitingSince > patienceMs ? step : null
}
