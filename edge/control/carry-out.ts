import type { Control, ControlValue, ControlWrite, RegisterNumber } from '../engine/controls.ts'
import { numberOfWords, wordsOfNumber } from '../engine/controls.ts'
import { DeviceError } from '../engine/device-error.ts'
import type { RegisterAccess } from '../engine/device.ts'

/** What is put where a control says `asked` and `seconds`. */
export type Given = { asked: number; seconds: number }

/**
 * What became of an order, as far as its device lets itself be believed: `did_nothing` = it took the order and stands
 * where it stood, `other_value` = it stands elsewhere than it was told, `unproven` = it cannot be asked.
 */
export type Carried = {
  outcome: 'done' | 'unproven' | 'did_nothing' | 'other_value' | 'refused' | 'no_answer' | 'out_of_range'
  /** What `asked` reads now; null = not known. */
  reads: number | null
}

/** How often and how far apart it is read back: some devices take seconds. No source: chosen. */
const LOOKS = 10
const LOOK_MS = 500
/** How far what is read may be from what was asked, in steps of its scale: rounding. */
const ROUNDING = 0.51

const valueOf = (value: ControlValue, { asked, seconds }: Given): number =>
  value === 'asked' ? asked : value === 'seconds' ? seconds : value

type Planned = { write: ControlWrite; words: readonly number[] }

/** All writes of a control with their words, before the first is made; null = one of them cannot be said. */
export const planWrites = (control: Control, given: Given): Planned[] | null => {
  const planned: Planned[] = []
  for (const write of control.writes) {
    const value = valueOf(write.value, given)
    const words = Number.isFinite(value) ? wordsOfNumber(write, value) : null
    if (words === null || (write.by === 'one' && words.length !== 1)) return null
    planned.push({ write, words })
  }
  return planned
}

const readNumber = async (registers: RegisterAccess, number: RegisterNumber): Promise<number> => {
  const count = number.type === 'u16' || number.type === 'i16' ? 1 : 2
  return numberOfWords(number, await registers.read(number.address, count))
}

/** What the points of a control say now, in the order of its `readBack`. */
const readAll = async (registers: RegisterAccess, control: Control): Promise<number[]> => {
  const said: number[] = []
  for (const point of control.readBack) said.push(await readNumber(registers, point))
  return said
}

const holds = (control: Control, said: readonly number[], given: Given): boolean =>
  control.readBack.every(
    (point, index) =>
      Math.abs((said[index] ?? Number.NaN) - valueOf(point.value, given)) <= ROUNDING * point.scale,
  )

const askedIn = (control: Control, said: readonly number[]): number | null => {
  const at = control.readBack.findIndex(({ value }) => value === 'asked')
  return at < 0 ? null : (said[at] ?? null)
}

/** Whether a device stands as a control would have put it, and what its asked value reads. Rejects with a `DeviceError`. */
export const standsAt = async (
  registers: RegisterAccess,
  control: Control,
  given: Given,
): Promise<{ holds: boolean; reads: number | null }> => {
  const said = await readAll(registers, control)
  return { holds: control.readBack.length > 0 && holds(control, said, given), reads: askedIn(control, said) }
}

/** The limit that a device keeps now; without one, the most. Rejects with a `DeviceError`. */
export const limitNow = async (
  registers: RegisterAccess,
  { set, max }: { set: Control; max: number },
): Promise<number | null> => {
  const said = await readAll(registers, set)
  const isOn = set.readBack.every(({ value }, index) => typeof value !== 'number' || said[index] === value)
  return isOn ? askedIn(set, said) : max
}

const troubleOf = (error: unknown): Carried => {
  if (!(error instanceof DeviceError)) throw error
  return { outcome: error.reason === 'exception' ? 'refused' : 'no_answer', reads: null }
}

/**
 * Writes what a control says, and nothing else, and reads it back until the device stands there or it is given up.
 * Nothing at all is written when a part of it cannot be said.
 */
export const carryOut = async (
  registers: RegisterAccess,
  control: Control,
  given: Given,
  wait: (ms: number) => Promise<void>,
): Promise<Carried> => {
  const planned = planWrites(control, given)
  if (planned === null || planned.length === 0) return { outcome: 'out_of_range', reads: null }
  try {
    const before = await readAll(registers, control)
    for (const { write, words } of planned) {
      const [word] = words
      if (write.by === 'one' && word !== undefined) await registers.writeOne(write.address, word)
      else await registers.writeMany(write.address, words)
    }
    if (control.readBack.length === 0) return { outcome: 'unproven', reads: null }
    let said = before
    for (let look = 0; look < LOOKS; look += 1) {
      if (look > 0) await wait(LOOK_MS)
      said = await readAll(registers, control)
      if (holds(control, said, given)) return { outcome: 'done', reads: askedIn(control, said) }
    }
    const moved = said.some((value, index) => value !== before[index])
    return { outcome: moved ? 'other_value' : 'did_nothing', reads: askedIn(control, said) }
  } catch (error) {
    return troubleOf(error)
  }
}
