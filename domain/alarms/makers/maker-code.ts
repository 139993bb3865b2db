import type { AlarmKind } from '../alarm-kinds.ts'
import type { AlarmLevel } from '../alarm-states.ts'

/** What a maker's own code means, in short words of our own; a level where it is not the one of its kind. */
export type MakerCode = readonly [kind: AlarmKind, en: string, zh_CN: string, level?: AlarmLevel]
/** By the maker's number, without its name. */
export type MakerTable = Readonly<Record<string, MakerCode>>
