import type { Change, Hang } from './site.ts'
import { samePlace } from '#domain/devices/place-fields.ts'

/** One thing that a person did, with where the devices hung before and after. */
export type Act = { moves: readonly { deviceId: string; before: Hang; after: Hang }[] }
export type Acts = { done: readonly Act[]; undone: readonly Act[] }

export const noActs: Acts = { done: [], undone: [] }
const keptAtMost = 100

export const actOf = (changes: readonly Change[], hang: (deviceId: string) => Hang): Act => ({
  moves: changes.map(({ deviceId, want }) => ({ deviceId, before: hang(deviceId), after: want })),
})

/** Something was done: what was undone before cannot be done again. */
export const withAct = (acts: Acts, act: Act): Acts =>
  act.moves.length === 0 ? acts : { done: [...acts.done, act].slice(-keptAtMost), undone: [] }

type Step = {
  acts: Acts
  changes: Change[]
  /** Devices that somebody has moved since; they stay where they are. */
  kept: string[]
}

const turn = (act: Act, to: 'before' | 'after', hang: (deviceId: string) => Hang): Omit<Step, 'acts'> => {
  const from = to === 'before' ? 'after' : 'before'
  const mine = act.moves.filter((move) => samePlace(hang(move.deviceId), move[from]))
  return {
    changes: mine.map((move) => ({ deviceId: move.deviceId, want: move[to] })),
    kept: act.moves.filter((move) => !mine.includes(move)).map(({ deviceId }) => deviceId),
  }
}

/** Takes the last act back, for the devices that still hang where it put them; null when there is none. */
export const undo = ({ done, undone }: Acts, hang: (deviceId: string) => Hang): Step | null => {
  const act = done.at(-1)
  if (!act) return null
  return { acts: { done: done.slice(0, -1), undone: [...undone, act] }, ...turn(act, 'before', hang) }
}

export const redo = ({ done, undone }: Acts, hang: (deviceId: string) => Hang): Step | null => {
  const act = undone.at(-1)
  if (!act) return null
  return { acts: { done: [...done, act], undone: undone.slice(0, -1) }, ...turn(act, 'after', hang) }
}
