import { useCallback, useMemo, useRef, useState } from 'react'
import { readLabel, readList } from '#domain/devices/read-label.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { newId } from '../../../kit/new-id.ts'
import { perform } from '../../../app/outbox/perform.ts'
import { StorageRefused } from '../../../app/outbox/queue-store.ts'
import type { Verdict } from '../../../kit/scanner/signals.ts'
import {
  deviceInputOf,
  type AddingDraft,
  type AddingRow,
  type StationDevice,
  type Target,
} from './adding-draft.ts'
import {
  canBeSaved,
  knownOf,
  rowStates,
  takeSerials,
  withChecks,
  withoutRow,
  withoutRows,
  withoutSaved,
  withRow,
  type Taken,
} from './adding-list.ts'
import type { TableLine } from './read-table.ts'
import { useChecks } from './use-checks.ts'

type Keeping = { keep: (draft: AddingDraft) => void; flush: () => Promise<void> }
/** What came last, in one go: one label, or a whole list. */
export type Last = { no: number; taken: readonly Taken[] }

const verdictOf = (taken: readonly Taken[]): Verdict =>
  taken.some(({ result }) => result === 'taken')
    ? 'taken'
    : taken.some(({ result }) => result === 'on_list' || result === 'in_station')
      ? 'repeat'
      : 'wrong'

/** The list of devices to add: what comes onto it by whatever way, how each stands, and saving it. */
export const useAdding = (
  { stationId, stationName, noRoom }: { stationId: string; stationName: string; noRoom: string },
  start: AddingDraft,
  devices: readonly StationDevice[],
  { keep, flush }: Keeping,
) => {
  const [draft, setDraft] = useState(start)
  const [last, setLast] = useState<Last | null>(null)
  const known = useMemo(() => knownOf(devices), [devices])
  const states = useMemo(() => rowStates(draft.rows, known), [draft.rows, known])
  // Codes come faster than screens are drawn: each is judged against what the one before it left.
  const present = useRef(start)
  const change = useCallback(
    (by: (draft: AddingDraft) => AddingDraft): void => {
      present.current = by(present.current)
      setDraft(present.current)
      keep(present.current)
    },
    [keep],
  )
  const offline = useChecks(stationId, draft.rows, (checks) => change((now) => withChecks(now, checks)))

  const take = (coming: Parameters<typeof takeSerials>[1], keepWrong: boolean): Verdict => {
    const next = takeSerials(present.current, coming, known, { newId, keepWrong })
    change(() => next.draft)
    setLast((before) => ({ no: (before?.no ?? 0) + 1, taken: next.taken }))
    return verdictOf(next.taken)
  }
  const act = useAct({
    refused: (error) => (error instanceof StorageRefused ? noRoom : undefined),
    attempt: {
      present: () => present.current.attempt,
      keep: async (attempt) => {
        change((now) => ({ ...now, attempt }))
        await flush()
      },
    },
  })
  const save = (): Promise<{ added: number; refused: number } | 'queued' | null> =>
    act.run(async (keyFor) => {
      const good = present.current.rows.filter(({ id }) => canBeSaved(states.get(id)))
      const body = { devices: good.map(deviceInputOf) }
      const performed = await perform(await keyFor(body), {
        call: {
          route: 'POST /api/stations/{stationId}/devices',
          params: { stationId },
          body,
          ifMatch: null,
        },
        subject: stationId,
        title: stationName,
      })
      const answer = performed.sent
        ? (performed.answer as Answer<'POST /api/stations/{stationId}/devices'> | undefined)
        : undefined
      // What waits, or went from another tab, is off the list: it would be added twice.
      change((now) => (answer ? withoutSaved(now, answer) : { ...withoutRows(now, good), attempt: null }))
      setLast(null)
      await flush()
      if (answer) return { added: answer.added.length, refused: answer.refused.length }
      return performed.sent ? { added: good.length, refused: 0 } : 'queued'
    })
  return {
    draft,
    states,
    known,
    last,
    act,
    /** True while serials cannot be checked for want of a connection. */
    offline,
    save,
    /** A scanned text: only what has the form of a serial comes onto the list. */
    scan: (text: string): Verdict => {
      const serials = readLabel(text)
      const right = serials.filter((one) => one.right)
      return take(right.length > 0 ? right : serials.slice(0, 1), false)
    },
    /** A typed or pasted text: what is wrong stays on the list to be mended. */
    type: (text: string): Verdict => take(readList(text), true),
    takeLines: (lines: readonly TableLine[]): Verdict => take(lines, true),
    setTarget: (target: Partial<Target>): void =>
      change((now) => ({ ...now, target: { ...now.target, ...target } })),
    edit: (rowId: string, row: Partial<AddingRow>): void => change((now) => withRow(now, rowId, row)),
    remove: (rowId: string): void => {
      change((now) => withoutRow(now, rowId))
      setLast((before) => (before?.taken.some((one) => one.rowId === rowId) ? null : before))
    },
    clear: (): void => {
      change((now) => ({ ...now, rows: [], attempt: null }))
      setLast(null)
    },
  }
}

export type Adding = ReturnType<typeof useAdding>
