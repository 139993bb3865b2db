import type { CommandEvent, CommandOp } from './command-states.ts'
import type { Settled } from './settle.ts'

/** What a gateway says, as far as it decides. Serials are keys (`serialKey`). */
export type GatewayAnswer =
  | { stage: 'accepted' }
  | { stage: 'rejected'; code: string }
  | { stage: 'done'; results: readonly { snKey: string; ok: boolean; code: string | null }[] }

export type TargetOutcome = {
  snKey: string
  ok: boolean
  code: string | null
  /** How it ended; null while a reading has yet to tell. */
  settles: Settled | null
}
export type Judged = {
  event: CommandEvent
  /** Why it failed; null when it did not. */
  code: string | null
  /** One for each target, on `done` only. */
  targets: readonly TargetOutcome[]
}

/** Whose effect only a reading proves. The others tell a gateway something about itself: its answer is the effect. */
const provenByReading: readonly CommandOp[] = ['switch', 'limit', 'restart', 'set']

/** Of a device that did not answer nobody knows what it did: a reading may tell. */
const NO_ANSWER = 'no_answer'

/**
 * What an answer means for a command. On `done` each target has to be named as well; only the gateway itself is
 * taken to have done what it says is done when it does not name itself.
 */
export const judgeAnswer = (
  op: CommandOp,
  gatewayKey: string,
  targets: readonly string[],
  answer: GatewayAnswer,
): Judged => {
  if (answer.stage === 'accepted') return { event: 'accepted', code: null, targets: [] }
  if (answer.stage === 'rejected') return { event: 'refused', code: answer.code, targets: [] }
  const said = new Map(answer.results.map((one) => [one.snKey, one]))
  const byReading = provenByReading.includes(op)
  const outcomes = targets.map((snKey): TargetOutcome => {
    const one = said.get(snKey)
    const ok = one ? one.ok : snKey === gatewayKey
    const code = ok ? null : one ? (one.code ?? 'not_done') : NO_ANSWER
    const open = byReading && (ok || code === NO_ANSWER)
    return { snKey, ok, code, settles: open ? null : ok ? 'verified' : 'rejected' }
  })
  if (outcomes.some(({ settles }) => settles === null))
    return { event: 'effected', code: null, targets: outcomes }
  const failed = outcomes.filter(({ ok }) => !ok)
  if (failed.length > 0) {
    const code = failed.length < outcomes.length ? 'partly' : (failed[0]?.code ?? 'not_done')
    return { event: 'failed', code, targets: outcomes }
  }
  return { event: 'done', code: null, targets: outcomes }
}

type Values = Readonly<Record<string, unknown>>

/** What a reading is judged by. */
export type ProofFacts = {
  /** Rated power of the device, W; null = unknown. */
  ratedW: number | null
  /** When the command was sent and when it was read, epoch ms. */
  sentAt: number
  readAt: number
}

/** Power that flows for certain: more than an inverter's own measuring can be wrong by. No source: chosen. */
const FLOWS_W = 50
const FLOWS_SHARE = 0.02
/** How far above its limit an inverter may read: it regulates in steps. No source: chosen. */
const LIMIT_SLACK = 0.03
/** A device counts whole seconds, and its gateway has carried the command to it before it says so. No source: chosen. */
const RESTART_SLACK_S = 2

const number = (values: Values, name: string): number | null => {
  const value = values[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const switchProves = (on: boolean, after: Values, { ratedW }: ProofFacts): boolean | null => {
  const powerW = number(after, 'p')
  // Whatever word it gives: where power flows nothing is off.
  if (!on && powerW !== null && powerW > Math.max(FLOWS_W, (ratedW ?? 0) * FLOWS_SHARE)) return false
  if (typeof after['closed'] === 'boolean') return after['closed'] === on
  if (typeof after['st'] === 'string') return (after['st'] !== 'shutdown') === on
  return null
}

const limitProves = (pct: number, after: Values, { ratedW }: ProofFacts): boolean | null => {
  const [set, powerW] = [number(after, 'limit_pct'), number(after, 'p')]
  if (powerW !== null && ratedW !== null && powerW > (pct / 100 + LIMIT_SLACK) * ratedW) return false
  return set === null ? null : set === pct
}

/** What a device counts in steps of its own: so much of its rated power may be between what was said and what it took. No source: chosen. */
const STEP_SHARE = 0.01

const limitOfPowerProves = (w: number, after: Values, { ratedW }: ProofFacts): boolean | null => {
  const [setW, setPct, powerW] = [number(after, 'limit_w'), number(after, 'limit_pct'), number(after, 'p')]
  if (powerW !== null && powerW > w + LIMIT_SLACK * (ratedW ?? w)) return false
  const set = setW ?? (setPct === null || ratedW === null ? null : (setPct / 100) * ratedW)
  return set === null ? null : Math.abs(set - w) <= STEP_SHARE * (ratedW ?? w)
}

const restartProves = (after: Values, { sentAt, readAt }: ProofFacts): boolean | null => {
  const upS = number(after, 'up_s')
  return upS === null ? null : upS <= (readAt - sentAt) / 1000 + RESTART_SLACK_S
}

/**
 * Whether what a device reads after a command shows its effect; null = the reading does not say. A shutdown device
 * tells by its switch; an inverter or optimizer by its state (off is `shutdown`, every other state is not off) and by
 * its power; a limit by the value that was set (`limit_pct`) and by the power; a restart by the seconds since
 * (`up_s`); an interval by itself (`report_s`).
 */
export const readingProves = (
  op: CommandOp,
  args: Values,
  after: Values | null,
  facts: ProofFacts,
): boolean | null => {
  if (after === null) return null
  if (op === 'switch') return typeof args['on'] === 'boolean' ? switchProves(args['on'], after, facts) : null
  if (op === 'limit') {
    if (typeof args['pct'] === 'number') return limitProves(args['pct'], after, facts)
    return typeof args['w'] === 'number' ? limitOfPowerProves(args['w'], after, facts) : null
  }
  if (op === 'restart') return restartProves(after, facts)
  if (op === 'set') {
    const set = number(after, 'report_s')
    return set === null ? null : set === args['report_s']
  }
  return null
}
