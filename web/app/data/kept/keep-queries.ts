import type { InfiniteData, Query, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { del, entries, get, set, setMany, update } from 'idb-keyval'
import { ApiError } from '../api-error.ts'
import type { Answer, ReadKey } from '../call-types.ts'
import { queryClient } from '../query.ts'
import { sessionNow } from '../signed-in.ts'
import { firstKey, withKept, type First } from './kept-store.ts'

/**
 * What is there at once, until it is answered anew: what one stands before in a cellar. Figures say their age themselves.
 * Nothing that a form begins with: a version of yesterday would only meet its own conflict.
 */
const atOnce: ReadonlySet<unknown> = new Set<ReadKey>([
  'GET /api/home',
  'GET /api/stations',
  'GET /api/stations/{stationId}/devices',
  'GET /api/stations/{stationId}/power',
  'GET /api/alarms',
  'GET /api/alarms/{alarmId}',
  'GET /api/troubles',
  'GET /api/orders',
])
/** What comes back only where the server cannot be heard: otherwise its word is what a form begins with. */
const whenCut: ReadonlySet<unknown> = new Set<ReadKey>([
  'GET /api/stations/{stationId}',
  'GET /api/stations/{stationId}/array',
  'GET /api/devices/{deviceId}',
  'GET /api/orders/{orderId}',
  'GET /api/orders/{orderId}/flow',
])
/** A page that is a form from its first line on waits for the server. */
const forms = /\/(?:create-or-edit-station|generate-power-device-config)$/
const contract = import.meta.env.CONTRACT
const keptMs = 14 * 86_400_000
const keptMost = 800
const writeEveryMs = 3_000

type Entry = { contract: string; at: number; data: unknown }

let personId: string | null = null
const changed = new Map<string, Query>()
let timer = 0

const keyOf = (owner: string, query: Query): string => `${owner} ${query.queryHash}`

/** Of a list that is read page by page the first one: the others are read again when they are scrolled to. */
const firstPage = (data: unknown): unknown => {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<unknown>
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}

const write = async (): Promise<void> => {
  window.clearTimeout(timer)
  timer = 0
  const owner = personId
  if (owner === null || changed.size === 0) return
  const some = [...changed.values()]
  changed.clear()
  const made = some.flatMap((query): [string, Entry][] =>
    query.state.data === undefined
      ? []
      : [
          [
            keyOf(owner, query),
            { contract, at: query.state.dataUpdatedAt, data: firstPage(query.state.data) },
          ],
        ],
  )
  await withKept((kept) => setMany(made, kept))
}

const restore = async (query: Query): Promise<void> => {
  const owner = personId
  if (owner === null || query.state.data !== undefined) return
  const entry = await withKept((kept) => get<Entry>(keyOf(owner, query), kept))
  if (entry?.contract !== contract || Date.now() - entry.at > keptMs) return
  if (owner !== personId || query.state.data !== undefined) return
  queryClient.setQueryData(query.queryKey, entry.data, { updatedAt: entry.at })
}

const isKept = ({ queryKey: [route] }: Query): boolean => atOnce.has(route) || whenCut.has(route)

const isCut = (error: unknown): boolean => error instanceof ApiError && error.code === 'no_connection'

const hear = ({ type, query, ...event }: QueryCacheNotifyEvent): void => {
  if (personId === null || !isKept(query)) return
  const early = atOnce.has(query.queryKey[0])
  if (type === 'added' && early) void restore(query)
  if (type !== 'updated' || !('action' in event)) return
  const { action } = event
  if (action.type === 'failed' && !early && isCut(action.error) && !forms.test(location.pathname))
    void restore(query)
  // What comes out of the phone is there already.
  if (action.type !== 'success' || action.manual) return
  changed.set(query.queryHash, query)
  timer ||= window.setTimeout(() => void write(), writeEveryMs)
}

/** Old entries, those of others and those beyond the most go. */
const tidy = (): Promise<unknown> =>
  withKept(async (kept) => {
    const all = (await entries<string, Entry>(kept)).filter(([key]) => key !== firstKey)
    const old = all
      .sort(([, one], [, other]) => other.at - one.at)
      .filter(
        ([key, { at, ...entry }], no) =>
          no >= keptMost ||
          !key.startsWith(`${personId} `) ||
          entry.contract !== contract ||
          Date.now() - at > keptMs,
      )
    for (const [key] of old) await del(key, kept)
  })

let begun = false
/** From now on answers are kept for this person, and what was kept shows until they come; null keeps nothing more. */
export const keepFor = (id: string | null): void => {
  if (personId !== id) changed.clear()
  personId = id
  if (id === null) return
  const cache = queryClient.getQueryCache()
  if (!begun) {
    begun = true
    cache.subscribe(hear)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void write()
    })
    setTimeout(() => void tidy(), 20_000)
  }
  for (const query of cache.getAll().filter(isKept)) {
    const { data, fetchFailureReason } = query.state
    if (data !== undefined) changed.set(query.queryHash, query)
    else if (atOnce.has(query.queryKey[0]) || isCut(fetchFailureReason)) void restore(query)
  }
  timer ||= window.setTimeout(() => void write(), writeEveryMs)
  void keepWhose(id)
}

/** Who it is, for somebody who never opens home: a start without a network has to know. */
const keepWhose = async (id: string): Promise<void> => {
  const session = sessionNow()
  if (session?.person?.id !== id) return
  await withKept((kept) =>
    update<First>(
      firstKey,
      (before) =>
        before && !('owed' in before) && before.contract === contract && before.session.person?.id === id
          ? { ...before, session }
          : { contract, session, home: null, at: 0, shown: null },
      kept,
    ),
  )
}

/** Keeps what the next start draws first. */
export const keepFirst = async (
  home: Answer<'GET /api/home'>,
  shown: Extract<First, { home: unknown }>['shown'],
): Promise<void> => {
  const session = sessionNow()
  if (!session?.person) return
  const first: First = { contract, session, home, at: home.at, shown }
  await withKept((kept) => set(firstKey, first, kept))
}
