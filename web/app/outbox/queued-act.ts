import type { FilePurpose } from '#domain/files/file-types.ts'
import type { CallInput } from '../data/call-types.ts'
import type { PageSearch } from '../../paths.ts'

/** A picture or document that goes before its act. Its bytes lie among the drafts under `kept`. */
export type QueuedFile = { id: string; purpose: FilePurpose; kept: string; sent: boolean; name?: string }

/** How the thing stands on the server, as far as a person has to compare. */
export type Side = {
  status: string
  handlerId: string | null
  handler: string | null
  initiatorId: string
  priority: string
  description: string
  text: string
  pictures: number
  version: number
}

/** Why the server did not take it. */
export type ActRefusal = {
  status: number
  code: string
  message: string
  /** Epoch ms. */
  at: number
  /** null: it could not be read (gone, or not visible any more). */
  theirs: Side | null
  /** Who changed it last, and when, epoch ms. */
  by: string | null
  byAt: number | null
  /** What of a list was not taken, and why; the rest was. */
  rows?: readonly { id: string; code: string }[]
}

type Made<Route extends 'POST /api/orders' | 'POST /api/reports' | 'POST /api/stations/{stationId}/devices'> =
  { route: Route; params: Record<string, string>; body: CallInput<Route>['body']; ifMatch: null }
export type Call =
  | {
      route: 'POST /api/orders/{orderId}/actions'
      params: { orderId: string }
      body: CallInput<'POST /api/orders/{orderId}/actions'>['body']
      ifMatch: number
    }
  | {
      route: 'POST /api/orders/{orderId}/comments'
      params: { orderId: string }
      body: CallInput<'POST /api/orders/{orderId}/comments'>['body']
      ifMatch: null
    }
  | Made<'POST /api/orders'>
  | Made<'POST /api/reports'>
  | Made<'POST /api/stations/{stationId}/devices'>

/** A write of one person that waits for the network. */
export type QueuedAct = {
  /** Made here; its Idempotency-Key. */
  id: string
  call: Call
  /** What it is about: acts on one subject go one after the other. */
  subject: string
  /** Its name, for people. */
  title: string
  /** How it stood when the person acted; null for what is new. */
  seen: Side | null
  files: QueuedFile[]
  /** Drafts that are over once it is sent. */
  drafts: string[]
  /**
   * What a form begins with when it is taken back: its draft, which is not left there to be sent twice. `search`: of the
   * page that is the form; null: it rises over the page of what it is about.
   */
  restore: { key: string; draft: unknown; search: PageSearch<'add-work-order'> | null } | null
  /** Epoch ms. */
  at: number
  /** The act before it on the same subject, whose answer brings the version. */
  follows: string | null
  /** How often sending was begun. */
  tried: number
  refusal: ActRefusal | null
  /** A person has said that it goes, old as it is. */
  confirmed: boolean
}

export type NewAct = Pick<
  QueuedAct,
  'id' | 'call' | 'subject' | 'title' | 'seen' | 'files' | 'drafts' | 'restore' | 'at'
>

/** Older than this it is not sent without a word, ms. The server keeps keys for longer. */
export const OLD_MS = 7 * 24 * 3_600_000

type List = readonly QueuedAct[]
const change = (list: List, id: string, by: (act: QueuedAct) => QueuedAct): QueuedAct[] =>
  list.map((act) => (act.id === id ? by(act) : act))

const stepOf = ({ call }: Pick<QueuedAct, 'call'>): string =>
  'no' in call.body ? `${call.body.no}` : call.route

/** A refused act whose place another takes: the same step of an order again, or the very same act. */
const isAgain = (act: NewAct, one: QueuedAct): boolean =>
  one.refusal !== null &&
  (one.id === act.id || ('no' in act.call.body && one.subject === act.subject && stepOf(one) === stepOf(act)))

/**
 * An act at the end, or in the place of the same step that was refused, before what builds upon that; one that is there
 * already is not added again.
 */
export const withAct = (list: List, act: NewAct): QueuedAct[] => {
  if (list.some(({ id, refusal }) => id === act.id && refusal === null)) return [...list]
  const gone = new Set(list.filter((one) => isAgain(act, one)).map(({ id }) => id))
  const place = gone.size > 0 ? list.findIndex(({ id }) => gone.has(id)) : list.length
  const before = list
    .slice(0, place)
    .findLast(({ subject, refusal }) => subject === act.subject && refusal === null)
  const added = { ...act, follows: before?.id ?? null, tried: 0, refusal: null, confirmed: false }
  const others = list
    .filter(({ id }) => !gone.has(id))
    .map((one) => (one.follows !== null && gone.has(one.follows) ? { ...one, follows: act.id } : one))
  return [...others.slice(0, place), added, ...others.slice(place)]
}

const withVersion = (act: QueuedAct, version: number | null): QueuedAct => ({
  ...act,
  follows: null,
  call: version === null || act.call.ifMatch === null ? act.call : { ...act.call, ifMatch: version },
})

/** It is done: what follows goes with the version that its answer brought. */
export const withoutDone = (list: List, id: string, version: number | null): QueuedAct[] =>
  list.filter((act) => act.id !== id).map((act) => (act.follows === id ? withVersion(act, version) : act))

export const withTry = (list: List, id: string): QueuedAct[] =>
  change(list, id, (act) => ({ ...act, tried: act.tried + 1 }))

export const withFileSent = (list: List, id: string, fileId: string): QueuedAct[] =>
  change(list, id, (act) => ({
    ...act,
    files: act.files.map((file) => (file.id === fileId ? { ...file, sent: true } : file)),
  }))

/** What follows waits for a decision; where only a part of a list was not taken, it goes on. */
export const withRefusal = (list: List, id: string, refusal: ActRefusal): QueuedAct[] =>
  list.map((act) =>
    act.id === id
      ? { ...act, refusal }
      : refusal.rows && act.follows === id
        ? { ...act, follows: null }
        : act,
  )

/** A person wants it all the same: with the version that the server has now, and its pictures once more. */
export const released = (list: List, id: string): QueuedAct[] =>
  change(list, id, (act) => ({
    ...withVersion(act, act.refusal?.theirs?.version ?? null),
    follows: act.follows,
    refusal: null,
    confirmed: true,
    files: act.files.map((file) => ({ ...file, sent: false })),
  }))

/** An act and all that builds upon it. */
export const withFollowers = (list: List, id: string): QueuedAct[] => {
  const ids = new Set([id])
  for (const act of list) if (act.follows !== null && ids.has(act.follows)) ids.add(act.id)
  return list.filter((act) => ids.has(act.id))
}

export const without = (list: List, gone: List): QueuedAct[] =>
  list.filter(({ id }) => !gone.some((act) => act.id === id))

export type WaitsFor = 'network' | 'before' | 'decision' | 'age'

export const isOld = ({ at, confirmed }: QueuedAct, now: number): boolean => !confirmed && now - at > OLD_MS

/** What an act waits for. */
export const waitsFor = (list: List, act: QueuedAct, now: number): WaitsFor => {
  if (act.refusal) return 'decision'
  if (list.some(({ id }) => id === act.follows)) return 'before'
  return isOld(act, now) ? 'age' : 'network'
}

/** What can be sent now, the oldest first, without those that are `left` for later. */
export const nextAct = (list: List, now: number, left: ReadonlySet<string>): QueuedAct | undefined =>
  list.find((act) => !left.has(act.id) && waitsFor(list, act, now) === 'network')
