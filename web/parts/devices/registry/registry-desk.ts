import { useSyncExternalStore } from 'react'
import { createWatchers } from '../../../kit/watchers.ts'
import type { LineResult, RegistryRow } from './read-registry.ts'

export type Desk = {
  /** The table as it was chosen, pasted or typed. */
  text: string
  /** What became of the last import, until somebody goes on. */
  done: {
    results: readonly LineResult[]
    /** Lines that were not imported. */
    left: readonly RegistryRow[]
  } | null
}

const empty: Desk = { text: '', done: null }
const watchers = createWatchers()
/** A table of secrets lives in the memory of the open app alone, and belongs to one person; a reload forgets it. */
let held: { personId: string; desk: Desk } | null = null

/** The table that this person works on, also after the sheet was closed and opened again. */
export const useDesk = (personId: string): [Desk, (change: Partial<Desk>) => void] => {
  const desk = useSyncExternalStore(watchers.watch, () => (held?.personId === personId ? held.desk : empty))
  const change = (by: Partial<Desk>): void => {
    held = { personId, desk: { ...desk, ...by } }
    watchers.tell()
  }
  return [desk, change]
}
