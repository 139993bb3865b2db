import { randomUUID } from 'node:crypto'
import { alarmKinds, kindOfCode } from '#domain/alarms/alarm-kinds.ts'
import { levelNumber } from '#domain/alarms/alarm-states.ts'
import type { RuleState } from '#domain/alarms/rules/run-rules.ts'
import type { DeviceKind } from '#domain/devices/fields.ts'
import type { Db } from '../../kitchen.ts'
import { countOccurrence, insertAlarm, lockOpenAlarm, putItem } from '../alarm-store.ts'
import { end } from '../hear-alarm.ts'
import { openCodes } from './rule-store.ts'

/** What became of one subject over a run: at most one of them. */
export type Effect = {
  kind: 'raise' | 'again' | 'clear'
  stationId: string
  state: RuleState
  deviceKind: DeviceKind
}

const raise = async (trx: Db, { stationId, state, deviceKind }: Effect, now: number): Promise<void> => {
  const kind = kindOfCode(state.code)
  const level = levelNumber(kind === null ? 'prompt' : alarmKinds[kind].level)
  const occurrence = { at: Math.min(state.since, now), level, readings: state.readings }
  const open = await lockOpenAlarm(trx, state)
  const id = open?.id ?? randomUUID()
  if (open) await countOccurrence(trx, id, { ...occurrence, at: Math.min(state.asOf, now) })
  else
    await insertAlarm(
      trx,
      {
        id,
        station_id: stationId,
        device_id: state.deviceId,
        device_kind: deviceKind,
        code: state.code,
        createdAt: now,
      },
      occurrence,
    )
  await putItem(trx, id, state.instance, occurrence)
}

/** A repetition counts on what is open; when somebody has closed it meanwhile there is nothing to count on. */
const again = async (trx: Db, { state }: Effect, now: number): Promise<boolean> => {
  const open = await lockOpenAlarm(trx, state)
  if (!open) return false
  const occurrence = { at: Math.min(state.asOf, now), level: open.level, readings: state.readings }
  await countOccurrence(trx, open.id, occurrence)
  await putItem(trx, open.id, state.instance, occurrence)
  return true
}

/** What a device reports as emergent or worse is why it stands still. */
const isWhy = (other: string, code: string): boolean => {
  const kind = kindOfCode(other)
  const standsStill = code === 'RULE-INVERTER-OFF' || code === 'RULE-NO-PRODUCTION'
  return (
    standsStill &&
    !other.startsWith('RULE-') &&
    kind !== null &&
    levelNumber(alarmKinds[kind].level) <= levelNumber('emergent')
  )
}

/**
 * Makes alarms of what rules found, in the caller's transaction. What a device has said of itself already is not said again: such subjects are
 * given back, to be tried again at the next step.
 */
export const applyEffects = async (
  trx: Db,
  effects: readonly Effect[],
  now: number,
): Promise<{ changed: Set<string>; heldBack: RuleState[] }> => {
  const raises = effects.filter(({ kind }) => kind === 'raise')
  const said = await openCodes(
    trx,
    raises.map(({ state }) => state.deviceId),
  )
  const isSaid = ({ code, deviceId }: RuleState): boolean =>
    (said.get(deviceId) ?? []).some(
      (other) => other !== code && (kindOfCode(other) === kindOfCode(code) || isWhy(other, code)),
    )
  const changed = new Set<string>()
  const heldBack: RuleState[] = []
  for (const effect of effects) {
    if (effect.kind === 'raise' && isSaid(effect.state)) {
      heldBack.push(effect.state)
      continue
    }
    if (effect.kind === 'clear') {
      const ended = await end(trx, effect.state, Math.min(effect.state.asOf, now))
      if (ended !== null) changed.add(effect.stationId)
    } else if (effect.kind === 'raise' || (await again(trx, effect, now))) {
      if (effect.kind === 'raise') await raise(trx, effect, now)
      changed.add(effect.stationId)
    }
  }
  return { changed, heldBack }
}
