import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../data/api-error.ts'
import { outboxKinds } from './load-kinds.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { isStored } from '../data/draft-store.ts'
import {
  released,
  withAct,
  withFollowers,
  without,
  type ActRefusal,
  type NewAct,
  type QueuedAct,
} from './queued-act.ts'
import { queueOf, StorageRefused } from './queue-store.ts'
import { sendAll, type Kinds, type Stop } from './send-all.ts'
import { createWatchers } from '../../kit/watchers.ts'

/** What waits on this phone for the person who is signed in. `stop`: what the last sending ended with. */
export type Queue = { acts: readonly QueuedAct[]; sending: boolean; stop: Stop | null }

const empty: Queue = { acts: [], sending: false, stop: null }
let present = empty
let owner: string | null = null
const watchers = createWatchers()
const set = (next: Partial<Queue>): void => {
  present = { ...present, ...next }
  watchers.tell()
}

/** What is being pressed on this page, with its answer once there is one. */
const answers = new Map<string, unknown>()

/** The list as the phone gives it; null while it gives none. */
const readable = async (personId: string): Promise<readonly QueuedAct[] | null> =>
  queueOf(personId)
    .read()
    .catch(() => null)

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('sunkeeper-queue') : null
const reload = async (): Promise<void> => {
  const of = owner
  if (of === null) return
  const acts = await readable(of)
  // What cannot be read now has not gone.
  if (acts === null) return
  // What is being pressed right now is the form's, until it turns out that it has to wait.
  if (of === owner) set({ acts: acts.filter(({ id }) => !answers.has(id)) })
}
tabs?.addEventListener('message', () => void reload())

const keptBy = (personId: string): ReturnType<typeof queueOf> => {
  const store = queueOf(personId)
  return {
    ...store,
    update: async (by) => {
      await store.update(by)
      tabs?.postMessage(null)
      if (personId === owner) await reload()
    },
  }
}

const firstPauseMs = 5_000
const longestPauseMs = 60_000
let pauseMs = firstPauseMs
/** What the server asked for when it was last too busy. */
let askedMs = 0
let timer = 0

/** One sender for all tabs, where the browser knows locks; elsewhere the keys are enough. */
const alone = async <T>(personId: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`sunkeeper-queue ${personId}`, work) : work()

const hearingPause = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError) askedMs = (error.retryAfterS ?? 0) * 1000
    throw error
  }
}

const hearing = (kinds: Kinds): Kinds => ({
  ...kinds,
  sendFile: (file, personId) => hearingPause(kinds.sendFile(file, personId)),
  send: (act, personId) => hearingPause(kinds.send(act, personId)),
  settle: async (act, answer, personId) => {
    if (answers.has(act.id)) answers.set(act.id, answer)
    return kinds.settle(act, answer, personId)
  },
})

let running: Promise<Stop> | null = null
const send = async (personId: string): Promise<Stop> => {
  set({ sending: true })
  askedMs = 0
  let stop: Stop = 'failed'
  try {
    const kinds = await outboxKinds.load()
    stop = await alone(personId, async () => sendAll(personId, keptBy(personId), hearing(kinds), serverNow))
  } catch {
    // Neither its code nor its store can be reached; both may be, later.
  }
  if (personId === owner) set({ sending: false, stop })
  return stop
}

/** Sends what can be sent. A second call while it goes on waits for the first, and looks once more. */
const sendNow = async (): Promise<Stop> => {
  const of = owner
  if (of === null) return 'failed'
  window.clearTimeout(timer)
  if (running) {
    await running
    return sendNow()
  }
  running = send(of)
  const stop = await running.finally(() => (running = null))
  if (stop === 'done') pauseMs = firstPauseMs
  else {
    timer = window.setTimeout(() => void sendNow(), Math.max(pauseMs, askedMs))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
  return stop
}
const sendSoon = (): void => {
  pauseMs = firstPauseMs
  if (present.acts.some(({ refusal }) => refusal === null)) void sendNow()
}

let begun = false
const begin = (): void => {
  if (begun) return
  begun = true
  window.addEventListener('online', sendSoon)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendSoon()
  })
}

const refusalError = ({ status, code, message }: ActRefusal): ApiError =>
  new ApiError(status, code as ApiError['code'], message)

/** `answer`: undefined when another tab has sent it. Not sent: it stands in the queue. */
export type Performed = { sent: true; answer: unknown } | { sent: false }

export const queue = {
  watch: watchers.watch,
  present: (): Queue => present,

  /** From now on it is this person's; null shows and sends nothing. */
  open: async (personId: string | null): Promise<void> => {
    if (owner === personId) return
    owner = personId
    present = empty
    set({})
    if (personId === null) return
    begin()
    await reload()
    sendSoon()
  },

  /**
   * Does what a person has pressed, now or once there is a network: written down first, so that it happens once wherever
   * it is cut. Without a place to write it is only tried. @throws ApiError what the server refused, which then is the
   * form's again; StorageRefused: there is neither network nor room to keep it.
   */
  perform: async (personId: string, act: NewAct): Promise<Performed> => {
    await queue.open(personId)
    const store = keptBy(personId)
    const kept = await Promise.all(act.files.map(async (file) => file.sent || isStored(file.kept)))
    answers.set(act.id, undefined)
    try {
      if (kept.includes(false)) throw new StorageRefused('a picture is in memory alone')
      await store.update((list) => withAct(list, act))
    } catch (refused) {
      answers.delete(act.id)
      return unkept(personId, act, refused)
    }
    await sendNow()
    const answer = answers.get(act.id)
    answers.delete(act.id)
    await reload()
    const acts = await readable(personId)
    // What has been answered is done; of anything else the list decides, once it can be read.
    if (acts === null) return answer === undefined ? { sent: false } : { sent: true, answer }
    const found = acts.find(({ id }) => id === act.id)
    // The rest of a list that another tab has sent is nobody's answer here: it waits for a decision.
    if (found && (!found.refusal || (found.refusal.rows && answer === undefined))) return { sent: false }
    if (found) await store.update((list) => without(list, withFollowers(list, act.id)))
    if (found?.refusal && !found.refusal.rows) throw refusalError(found.refusal)
    return { sent: true, answer }
  },

  tryNow: sendNow,

  /** A person has seen what the server has, and wants it all the same; or it is old and still holds. */
  sendAnyway: async (id: string): Promise<void> => {
    if (owner === null) return
    await keptBy(owner).update((list) => released(list, id))
    await sendNow()
  },

  /** Off the queue, with all that builds upon it. What they leave behind is returned. */
  remove: async (id: string): Promise<readonly QueuedAct[]> => {
    if (owner === null) return []
    const gone = withFollowers(present.acts, id)
    await keptBy(owner).update((list) => without(list, gone))
    return gone
  },
}

/** Without a place to keep it the act is done at once or not at all. */
const unkept = async (personId: string, act: NewAct, refused: unknown): Promise<Performed> => {
  const whole = withAct([], act)[0]
  if (!whole) throw refused
  try {
    const kinds = await outboxKinds.load()
    for (const file of whole.files.filter(({ sent }) => !sent)) await kinds.sendFile(file, personId)
    const { answer } = await kinds.send(whole, personId)
    await kinds.settle(whole, answer, personId)
    return { sent: true, answer }
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0) throw error
    throw refused
  }
}

/** What waits for this person; opened by whoever looks first. */
export const useQueue = (personId: string | null): Queue => {
  useEffect(() => {
    void queue.open(personId)
  }, [personId])
  const found = useSyncExternalStore(queue.watch, queue.present)
  return personId !== null && personId === owner ? found : empty
}
