import { type AlarmKind, alarmKinds, kindIn, kindOfPlainCode, plainCodes } from './alarm-kinds.ts'
import type { AlarmLevel } from './alarm-states.ts'
import { makerCodes, makerLevel } from './maker-codes.ts'

/** null: a code that nobody has explained to this installation. */
export const kindOfCode = (code: string): AlarmKind | null =>
  kindOfPlainCode(code) ?? kindIn(makerCodes, code.toLowerCase())

/** How bad it is by what is known of it; a code that nobody has explained is an important one. */
export const levelOfCode = (code: string): AlarmLevel => {
  const kind = kindOfCode(code)
  return makerLevel(code) ?? (kind === null ? 'important' : alarmKinds[kind].level)
}

/** Codes of these kinds, as they are listed. */
export const codesOfKinds = (kinds: ReadonlySet<AlarmKind>): string[] =>
  [...plainCodes, ...Object.entries(makerCodes)].flatMap(([code, kind]) => (kinds.has(kind) ? [code] : []))
