import { useCallback, useMemo, useRef, useState } from 'react'
import { readLabel, readList } from '#domain/devices/read-label.ts'
import { attemptFor } from '../../../app/acts/attempt.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { serverNow } from '../../../kit/time/clock.ts'
import { newId } from '../../../kit/new-id.ts'
import { refresh } from '../../../app/data/query.ts'
import { queue } from '../../../app/outbox/queue.ts'
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
  { personId, stationId, stationName }: { personId: string; stationId: string; stationName: string },
  start: AddingDraft,
  devices: readonly StationDevice[],
  { keep, flush }: Keeping,
) => {
  const [draft, setDraft] = useState(start)
  const [last, setLast] = useState<Last | null>(null)
  const [busy, setBusy] = useState(false)
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
  const save = async (): Promise<{ added: number; refused: number } | 'queued'> => {
    const good = present.current.rows.filter(({ id }) => canBeSaved(states.get(id)))
    const body = { devices: good.map(deviceInputOf) }
    const attempt = attemptFor(present.current.attempt, body)
    change((now) => ({ ...now, attempt }))
    await flush()
    setBusy(true)
    try {
      const performed = await queue.perform(personId, {
        id: attempt.key,
        call: {
          route: 'POST /api/stations/{stationId}/devices',
          params: { stationId },
          body,
          ifMatch: null,
        },
        subject: stationId,
        title: stationName,
        seen: null,
        files: [],
        drafts: [],
        restore: null,
        at: serverNow(),
      })
      // What waits, or went from another tab, is off the list: it would be added twice.
      const answer = performed.sent
        ? (performed.answer as Answer<'POST /api/stations/{stationId}/devices'> | undefined)
        : undefined
      if (!answer) {
        change((now) => ({ ...withoutRows(now, good), attempt: null }))
        setLast(null)
        await flush()
        return performed.sent ? { added: good.length, refused: 0 } : 'queued'
      }
      change((now) => withoutSaved(now, answer))
      setLast(null)
      await flush()
      void refresh(
        'GET /api/stations/{stationId}/devices',
        'GET /api/stations/{stationId}/array',
        'GET /api/gateways/{gatewayId}/children',
        'GET /api/devices/{deviceId}/children',
      )
      return { added: answer.added.length, refused: answer.refused.length }
    } finally {
      setBusy(false)
    }
  }
  return {
    draft,
    states,
    known,
    last,
    busy,
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
