import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import type { CommandAnswer } from '#contract/mqtt/command.ts'
import { judgeAnswer, readingProves } from '#domain/commands/answer-event.ts'
import { isOpen } from '#domain/commands/command-states.ts'
import { overAt } from '#domain/commands/command-times.ts'
import { settleWhole, type Settled } from '#domain/commands/settle.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { record } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import { markActivated } from '../devices/mark-activated.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ChangeEvent } from '../../events.ts'
import {
  childrenBySerial,
  type CommandRow,
  hasProof,
  lockCommand,
  saveTargets,
  type TargetAnswer,
  targetsOf,
  isNoted,
} from './command-store.ts'
import { enqueue, moveOn } from './outbox.ts'

/** `unknown`, `foreign`: no command of this gateway. `late`: it changed nothing, and was noted once. */
export type AnswerOutcome = 'applied' | 'late' | 'unknown' | 'foreign'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What came too late stays readable, once for each stage: a gateway that repeats itself fills nothing. */
const noteLate = async (trx: Db, command: CommandRow, answer: CommandAnswer, at: number): Promise<void> => {
  const action = `command.late-${answer.stage}`
  const noted = await isNoted(trx, command.id, action)
  if (noted) return
  await record(trx, {
    at,
    action,
    objectKind: 'command',
    objectId: command.id,
    result: 'wrong_state',
    detail: { state: command.state, ts: answer.ts ?? null },
  })
}

/** An activation sets the gateway's first activation time, and that of the children the gateway names as activated. */
const activate = async (
  trx: Db,
  command: CommandRow,
  answer: CommandAnswer,
  at: number,
  told: ChangeEvent[],
): Promise<void> => {
  const named = answer.stage === 'done' ? answer.results.filter(({ ok }) => ok) : []
  const children = await childrenBySerial(
    trx,
    command.gateway_id,
    named.map(({ sn }) => serialKey(sn)),
  )
  const teller = {
    db: trx,
    changeEvents: { tell: (one: ChangeEvent) => void told.push(one), listen: () => () => undefined },
  }
  await markActivated(teller, [command.gateway_id, ...children], at)
}

/**
 * A read that proves another command: what it read decides each device of that one which is still open. A device
 * that could not be read stays unproven.
 */
const settleProven = async (
  trx: Db,
  read: CommandRow,
  answers: readonly TargetAnswer[],
  at: number,
): Promise<void> => {
  const proven = read.proof_of === null ? undefined : await lockCommand(trx, read.proof_of)
  if (!proven || proven.state !== 'accepted' || at >= overAt(proven.state, proven.expires_at)) return
  const readOf = new Map(answers.map((one) => [one.deviceId, one]))
  const targets = await targetsOf(trx, [proven.id])
  const open = targets.filter(({ state }) => state === null)
  const settled = open.map((target): TargetAnswer & { settles: Settled } => {
    const reading = readOf.get(target.device_id)
    const ratedW = soundRatedW(target.rated_w, target.shown_w)
    const facts = { ratedW, sentAt: proven.sent_at ?? proven.created_at, readAt: at }
    const verdict = readingProves(proven.op, proven.args, reading?.after ?? null, facts)
    const code =
      verdict === true ? null : verdict === false ? 'contradicted' : (reading?.code ?? 'no_reading')
    return {
      deviceId: target.device_id,
      ok: verdict === true,
      code,
      after: reading?.after ?? null,
      settles: verdict === true ? 'verified' : 'unverified',
    }
  })
  await saveTargets(trx, proven.id, settled, at)
  const before = targets.flatMap(({ state, code }) => (state === null ? [] : [{ state, code }]))
  const whole = settleWhole([...before, ...settled.map(({ settles, code }) => ({ state: settles, code }))])
  await moveOn(trx, proven, whole.event, at, whole.code)
}

/** Asks for the reading that proves a command, once. */
const askForProof = async (
  trx: Db,
  command: CommandRow,
  targets: readonly { device_id: string; sn: string }[],
  at: number,
): Promise<boolean> => {
  if (await hasProof(trx, command.id)) return false
  await enqueue(trx, {
    stationId: command.station_id,
    gatewayId: command.gateway_id,
    op: 'read',
    targets: targets.map((target) => ({ id: target.device_id, sn: target.sn })),
    createdBy: null,
    now: at,
    proofOf: command.id,
  })
  return true
}

/**
 * Takes what a gateway says of a command. The same again changes nothing; nothing but the gateway of the command
 * itself is heard (`gatewaySn` is its login); after the command's time is over, by the server's clock at arrival, no
 * answer counts any more, whenever somebody comes to note that.
 */
export const applyAnswer = async (
  { db, changeEvents, commands }: Pick<Context, 'db' | 'changeEvents' | 'commands'>,
  gatewaySn: string,
  answer: CommandAnswer,
  arrivedAt: number,
): Promise<AnswerOutcome> => {
  if (!uuid.test(answer.id)) return 'unknown'
  let told: ChangeEvent[] = []
  let asked: string | null = null
  const outcome = await transact(db, async (trx): Promise<AnswerOutcome> => {
    told = []
    asked = null
    const gateway = await gatewayBySerial(trx, gatewaySn)
    const command = gateway && (await lockCommand(trx, answer.id))
    if (!gateway || !command) return 'unknown'
    if (command.gateway_id !== gateway.id) return 'foreign'
    const change: ChangeEvent = { type: 'changed', stationId: command.station_id, what: 'commands' }
    if (isOpen(command.state) && arrivedAt >= overAt(command.state, command.expires_at)) {
      const state = await moveOn(
        trx,
        command,
        'expired',
        arrivedAt,
        command.state === 'queued' ? null : 'no_answer',
      )
      told.push(change)
      await noteLate(trx, { ...command, state: state ?? command.state }, answer, arrivedAt)
      return 'late'
    }
    // It has said so before: what it says now is the wire's repetition, or no word to rely on.
    if (answer.stage === 'done' && command.done_at !== null) {
      if (!isOpen(command.state)) await noteLate(trx, command, answer, arrivedAt)
      return 'late'
    }
    const targets = await targetsOf(trx, [command.id])
    const keyed = new Map(targets.map((target) => [serialKey(target.sn), target]))
    const results =
      answer.stage === 'done'
        ? answer.results.map(({ sn, ok, code, after }) => ({
            snKey: serialKey(sn),
            ok,
            code: code ?? null,
            after: after ?? null,
          }))
        : []
    const judged = judgeAnswer(
      command.op,
      serialKey(gateway.sn),
      [...keyed.keys()],
      answer.stage === 'done' ? { stage: 'done', results } : answer,
    )
    const state = await moveOn(trx, command, judged.event, arrivedAt, judged.code)
    if (state === null) {
      // The same word twice in an open command is the wire's repetition, nothing more.
      if (!isOpen(command.state)) await noteLate(trx, command, answer, arrivedAt)
      return 'late'
    }
    told.push(change)
    const afterOf = new Map(results.map((one) => [one.snKey, one.after]))
    const answers = judged.targets.flatMap(({ snKey, ok, code, settles }): TargetAnswer[] => {
      const target = keyed.get(snKey)
      const after = afterOf.get(snKey) ?? null
      return target ? [{ deviceId: target.device_id, ok, code, after, settles }] : []
    })
    await saveTargets(trx, command.id, answers, arrivedAt)
    if (state === 'verified' && command.op === 'activate')
      await activate(trx, command, answer, arrivedAt, told)
    const open = new Set(answers.flatMap(({ deviceId, settles }) => (settles === null ? [deviceId] : [])))
    const unproven = targets.filter((target) => open.has(target.device_id))
    if (judged.event === 'effected' && (await askForProof(trx, command, unproven, arrivedAt)))
      asked = command.gateway_id
    if (command.proof_of !== null && answer.stage === 'done')
      await settleProven(trx, command, answers, arrivedAt)
    return 'applied'
  })
  for (const one of told) changeEvents.tell(one)
  if (asked !== null) commands.queued.tell(asked)
  return outcome
}
