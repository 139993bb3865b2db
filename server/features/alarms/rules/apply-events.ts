import { randomUUID } from 'node:crypto'
import { alarmKinds } from '#domain/alarms/alarm-kinds.ts'
import { kindOfCode } from '#domain/alarms/kind-of-code.ts'
import { levelNumber } from '#domain/alarms/alarm-states.ts'
import { causes, takesOver } from '#domain/alarms/same-cause.ts'
import type { RuleState } from '#domain/alarms/rules/run-rules.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { countOccurrence, insertAlarm, putItem } from '../alarm-store.ts'
import { end } from '../hear-alarm.ts'
import { joinGridFault, lockBelonging, takeOver } from '../join-alarms.ts'
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
  const own = await lockBelonging(trx, state)
  const taken = own === null ? await takeOver(trx, state) : null
  const belonging = own ?? (taken === null ? await joinGridFault(trx, state) : null)
  const open = belonging?.alarm ?? taken
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
  await putItem(trx, id, belonging?.instance ?? state.instance, occurrence)
}

/** A repetition counts on what is open; when somebody has closed it meanwhile there is nothing to count on. */
const again = async (trx: Db, { state }: Effect, now: number): Promise<boolean> => {
  const belonging = await lockBelonging(trx, state)
  if (belonging === null) return false
  const { alarm: open, instance } = belonging
  const occurrence = { at: Math.min(state.asOf, now), level: open.level, readings: state.readings }
  await countOccurrence(trx, open.id, occurrence)
  await putItem(trx, open.id, instance, occurrence)
  return true
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
  // Of what is raised together a cause comes before what follows from it.
  const together = new Map(raises.map(({ state }) => [state.deviceId, [] as string[]]))
  for (const { state } of raises) together.get(state.deviceId)?.push(state.code)
  const isSaid = ({ code, deviceId }: RuleState): boolean =>
    (said.get(deviceId) ?? []).some((other) => causes(other, code)) ||
    (together.get(deviceId) ?? []).some((other) => takesOver(other, code))
  const changed = new Set<string>()
  const heldBack: RuleState[] = []
  for (const effect of effects) {
    if (effect.kind === 'raise' && isSaid(effect.state)) {
      heldBack.push(effect.state)
      continue
    }
    if (effect.kind === 'clear') {
      const ended = await end(trx, effect.state, Math.min(effect.state.asOf, now), now)
      if (ended !== null) changed.add(effect.stationId)
    } else if (effect.kind === 'raise' || (await again(trx, effect, now))) {
      if (effect.kind === 'raise') await raise(trx, effect, now)
      changed.add(effect.stationId)
    }
  }
  return { changed, heldBack }
}
