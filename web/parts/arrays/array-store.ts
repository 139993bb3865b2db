import { ApiError } from '../../app/data/api-error.ts'
import { mayBeDone } from '../../app/acts/attempt.ts'
import { call } from '../../app/data/call.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../../app/data/draft-store.ts'
import { newId } from '../../kit/new-id.ts'
import { dataKey, dataQuery, queryClient, readAnew } from '../../app/data/query.ts'
import { personIdNow } from '../../app/data/signed-in.ts'
import { movedByOthers } from './others.ts'
import {
  begin,
  bodyOf,
  enqueue,
  letGo,
  nothingPending,
  pendingCount,
  pendingHangs,
  placesByDevice,
  refused,
  settled,
  type Clash,
  type Pending,
  type ServerPlaces,
} from './pending.ts'
import type { ArrayAnswer, Change, DeviceRow, Hang, Site } from './site.ts'
import { nowhere } from '#domain/devices/place-fields.ts'
import { hangOf, siteOf } from './site.ts'
import { actOf, noActs, redo, undo, withAct, type Acts } from './undo.ts'
import { createWatchers } from '../../kit/watchers.ts'

export type Saving = 'saved' | 'saving' | 'waiting' | 'refused'
export type ArrayState = {
  pending: Pending
  acts: Acts
  saving: Saving
  /** Why the server takes nothing; null while nothing is wrong. */
  failure: unknown
  /** Devices that others have moved a moment ago. */
  fresh: ReadonlySet<string>
}

const array = 'GET /api/stations/{stationId}/array'
const devices = 'GET /api/stations/{stationId}/devices'
const gatherMs = 150
const retryFromMs = 2000
const retryMostMs = 30_000
const freshMs = 6000

export type ArrayStore = ReturnType<typeof createArrayStore>

/**
 * Where the devices of one station hang as this person sees and changes it. Each change shows at once, goes to the
 * server in small calls and is kept on the phone until the server has it; it goes on when the page is left.
 */
const createArrayStore = (stationId: string, personId: string) => {
  const kept = draftKey(personId, `array ${stationId}`)
  const params = { stationId }
  const arrayKey = dataKey(array, { params })
  let state: ArrayState = {
    pending: nothingPending,
    acts: noActs,
    saving: 'saved',
    failure: null,
    fresh: new Set(),
  }
  const watchers = createWatchers()
  const set = (change: Partial<ArrayState>): void => {
    state = { ...state, ...change }
    watchers.tell()
  }
  const answer = (): ArrayAnswer | undefined => queryClient.getQueryData<ArrayAnswer>(arrayKey)
  const places = (): ServerPlaces => placesByDevice(answer()?.places ?? [])
  const hang = (deviceId: string): Hang => {
    const wished = pendingHangs(state.pending).get(deviceId)
    const place = places().get(deviceId)
    return wished ?? (place ? hangOf(place) : nowhere)
  }

  const site = (): Site | null => {
    const now = answer()
    const present = queryClient.getQueryData<{ devices: DeviceRow[] }>(dataKey(devices, { params }))
    return now && present ? siteOf(now, present.devices, pendingHangs(state.pending)) : null
  }

  const keep = (pending: Pending): void => {
    const nothing = pendingCount(pending) === 0 && pending.clashes.length === 0
    void (nothing ? dropDraft(kept) : writeDraft(kept, { v: 1, pending }))
  }
  const setPending = (pending: Pending, more: Partial<ArrayState> = {}): void => {
    keep(pending)
    set({ pending, ...more })
  }

  let seen = answer()?.places ?? null
  let freshTimer = 0
  /** Called with every new answer: what others have moved is shown as new for a moment. */
  const heard = (now: readonly ArrayAnswer['places'][number][], mine: ReadonlySet<string>): void => {
    const moved = seen ? movedByOthers(seen, now, mine) : []
    seen = [...now]
    if (moved.length === 0) return
    set({ fresh: new Set([...state.fresh, ...moved]) })
    window.clearTimeout(freshTimer)
    freshTimer = window.setTimeout(() => set({ fresh: new Set() }), freshMs)
  }

  let busy = false
  let again = 0
  let failures = 0
  const soon = (ms: number): void => {
    window.clearTimeout(again)
    again = window.setTimeout(() => void send(), ms)
  }
  const waitLonger = (error: unknown): void => {
    failures += 1
    set({ saving: 'waiting', failure: error })
    soon(Math.min(retryMostMs, retryFromMs * 2 ** (failures - 1)))
  }

  const readWhole = async (): Promise<void> => {
    await queryClient.fetchQuery({ ...dataQuery(array, { params }), staleTime: 0 })
  }
  const judgeRefusal = async (error: unknown): Promise<void> => {
    await readWhole()
    const { devices: present } = await queryClient.fetchQuery({
      ...dataQuery(devices, { params }),
      staleTime: 0,
    })
    const now = answer()
    const { pending, stuck } = refused(state.pending, {
      devices: new Set(present.map(({ id }: DeviceRow) => id)),
      strings: new Set(now?.strings.map(({ id }) => id)),
      areas: new Set(now?.areas.map(({ id }) => id)),
    })
    if (stuck) setPending(pending, { saving: 'refused', failure: error })
    else {
      setPending(pending)
      soon(0)
    }
  }

  const send = async (): Promise<void> => {
    window.clearTimeout(again)
    // Somebody else is signed in on this phone: it waits until its own person is here again.
    if (personIdNow() !== personId) {
      failures = 0
      return
    }
    if (busy || !answer()) return
    busy = true
    try {
      // After a time without the server others may have been here.
      if (failures > 0) await readWhole()
      setPending(begin(state.pending, places(), newId()))
      const { sending } = state.pending
      if (!sending) {
        failures = 0
        set({ saving: 'saved', failure: null })
        return
      }
      set({ saving: failures > 0 ? 'waiting' : 'saving' })
      const result = await call('POST /api/stations/{stationId}/assign', {
        params,
        body: bodyOf(sending),
        key: sending.key,
        as: personId,
      })
      failures = 0
      // An older answer that is still on its way must not come after this one.
      await queryClient.cancelQueries({ queryKey: arrayKey })
      const mine = new Set(sending.entries.map(({ deviceId }) => deviceId))
      const changed = new Set(result.places.map(({ id }) => id))
      const before = answer()
      if (before && result.applied) {
        const left = before.places.filter(
          ({ id, deviceId }) => !changed.has(id) && !(deviceId !== null && mine.has(deviceId)),
        )
        queryClient.setQueryData<ArrayAnswer>(arrayKey, { ...before, places: [...left, ...result.places] })
        heard([...left, ...result.places], mine)
      }
      setPending(settled(state.pending, result), { failure: null })
      const more = state.pending.entries.length > 0
      set({ saving: more ? 'saving' : 'saved' })
      if (more) soon(0)
      else void readAnew({ queryKey: arrayKey })
      void readAnew({ queryKey: dataKey(devices, { params }) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.passing || mayBeDone(error)) waitLonger(error)
      else if (error.status === 401 || error.status === 403) set({ saving: 'refused', failure: error })
      else await judgeRefusal(error).catch(waitLonger)
    } finally {
      busy = false
    }
  }

  const wish = (changes: readonly Change[], acts: Acts): void => {
    if (changes.length === 0) {
      set({ acts })
      return
    }
    setPending(enqueue(state.pending, changes, places()), { acts, saving: 'saving' })
    if (failures === 0) soon(gatherMs)
    else set({ saving: 'waiting' })
  }

  const step = (turn: typeof undo): { moved: number; kept: number } | null => {
    const found = turn(state.acts, hang)
    if (!found) return null
    wish(found.changes, found.acts)
    return { moved: found.changes.length, kept: found.kept.length }
  }

  const load = async (): Promise<void> => {
    const found = await readDraft<{ v: number; pending: Pending }>(kept)
    if (found?.v !== 1) return
    const { pending } = found
    set({ pending, saving: pendingCount(pending) > 0 ? 'saving' : 'saved' })
    soon(0)
  }
  void load()
  window.addEventListener('online', () => {
    if (pendingCount(state.pending) > 0) soon(0)
  })

  return {
    watch: watchers.watch,
    state: (): ArrayState => state,
    hang,
    /** At this moment, for what happens faster than a page is drawn. */
    site,
    /** An answer of the array has come, from wherever. */
    arrived: (now: ArrayAnswer): void => {
      heard(now.places, new Set(pendingHangs(state.pending).keys()))
      if (pendingCount(state.pending) > 0 && state.saving !== 'refused' && failures === 0) soon(gatherMs)
    },
    act: (changes: readonly Change[]): void => wish(changes, withAct(state.acts, actOf(changes, hang))),
    undo: () => step(undo),
    redo: () => step(redo),
    retry: (): void => soon(0),
    /** The others' change is kept. */
    letGo: (clashes: readonly Clash[]): void =>
      setPending(
        letGo(
          state.pending,
          clashes.map(({ deviceId }) => deviceId),
        ),
      ),
    /** All that the server does not take is given up. */
    giveUp: (): void => {
      setPending(nothingPending, { saving: 'saved', failure: null, acts: noActs })
    },
  }
}

const stores = new Map<string, ArrayStore>()

/** One for each person and station, as long as the app runs. */
export const arrayStore = (stationId: string, personId: string): ArrayStore => {
  const key = `${personId} ${stationId}`
  const found = stores.get(key) ?? createArrayStore(stationId, personId)
  stores.set(key, found)
  return found
}
