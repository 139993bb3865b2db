import type { CommandEvent, CommandOp } from './command-states.ts'

/** What a gateway says, as far as it decides. Serials are keys (`serialKey`). */
export type GatewayAnswer =
  | { stage: 'accepted' }
  | { stage: 'rejected'; code: string }
  | { stage: 'done'; results: readonly { snKey: string; ok: boolean; code: string | null }[] }

export type TargetOutcome = { snKey: string; ok: boolean; code: string | null }
export type Judged = {
  event: CommandEvent
  /** Why it failed; null when it did not. */
  code: string | null
  /** One for each target, on `done` only. */
  targets: readonly TargetOutcome[]
}

/** Whose effect only a reading proves. The others tell a gateway something about itself: its answer is the effect. */
const provenByReading: readonly CommandOp[] = ['switch', 'limit', 'restart']

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
  const outcomes = targets.map((snKey): TargetOutcome => {
    const one = said.get(snKey)
    if (one) return { snKey, ok: one.ok, code: one.ok ? null : (one.code ?? 'not_done') }
    return snKey === gatewayKey ? { snKey, ok: true, code: null } : { snKey, ok: false, code: 'no_answer' }
  })
  const failed = outcomes.filter(({ ok }) => !ok)
  if (failed.length > 0) {
    const code = failed.length < outcomes.length ? 'partly' : (failed[0]?.code ?? 'not_done')
    return { event: 'failed', code, targets: outcomes }
  }
  return { event: provenByReading.includes(op) ? 'effected' : 'done', code: null, targets: outcomes }
}

type Values = Readonly<Record<string, unknown>>

/**
 * Whether what a device reads after a command shows its effect; null = the reading does not say. A shutdown device
 * tells by its switch, an inverter by its state: off is `shutdown`, and every other state is not off.
 */
export const readingProves = (op: CommandOp, args: Values, after: Values | null): boolean | null => {
  if (after === null || op !== 'switch' || typeof args['on'] !== 'boolean') return null
  if (typeof after['closed'] === 'boolean') return after['closed'] === args['on']
  if (typeof after['st'] === 'string') return (after['st'] !== 'shutdown') === args['on']
  return null
}
