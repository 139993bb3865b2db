import { ApiError } from '../data/api-error.ts'
import {
  nextAct,
  withFileSent,
  withoutDone,
  withRefusal,
  withTry,
  type ActRefusal,
  type QueuedAct,
  type QueuedFile,
} from './queued-act.ts'

/** What the server or the phone has to do for an act. All of it may be done twice. */
export type Kinds = {
  /** @throws ApiError */
  sendFile: (file: QueuedFile, personId: string) => Promise<void>
  /** The answer, and the version it brings. @throws ApiError */
  send: (act: QueuedAct, personId: string) => Promise<{ answer: unknown; version: number | null }>
  /** Before it leaves the queue: drafts go, screens learn of it. What of it was not taken keeps it there. */
  settle: (act: QueuedAct, answer: unknown, personId: string) => Promise<ActRefusal | null>
  /** How it stands on the server, or that it was done after all. @throws ApiError */
  explain: (
    act: QueuedAct,
    error: ApiError,
    personId: string,
  ) => Promise<{ done: true; version: number | null } | { done: false; refusal: ActRefusal }>
}

/** Both reject while the phone gives or keeps nothing. */
export type QueueStore = {
  read: () => Promise<readonly QueuedAct[]>
  update: (by: (list: readonly QueuedAct[]) => QueuedAct[]) => Promise<void>
}

/** Why nothing more is sent for now. `done`: nothing is left that could be. */
export type Stop = 'done' | 'network' | 'busy' | 'signed_out' | 'failed'

/** The same again may help: nothing was decided about the act. */
const stopOf = (error: unknown): Stop | null => {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 0) return 'network'
  if (error.code === 'signed_out' || error.code === 'sign_in_again') return 'signed_out'
  // Something on the way lets nothing so large through, and never will.
  if (error.status === 413) return null
  if (error.passing || error.status >= 500 || error.code === 'key_running' || error.code === 'unreadable')
    return 'busy'
  return null
}

/** It says nothing of other acts: the server failed at this one, keeps no more files, or is still at it. */
const concernsOne = (error: unknown): boolean =>
  error instanceof ApiError && ['internal', 'storage_full', 'key_running'].includes(error.code)

/**
 * Sends what can be sent, oldest first, until nothing is left or the network ends it. What the server fails at is left
 * for the next sending, so that it does not keep the rest from going.
 */
export const sendAll = async (
  personId: string,
  store: QueueStore,
  kinds: Kinds,
  now: () => number,
): Promise<Stop> => {
  // A phone that is full has no room for what only spares work; what is sent makes room.
  const noted = (by: Parameters<QueueStore['update']>[0]): Promise<void> =>
    store.update(by).catch(() => undefined)
  const done = async (act: QueuedAct, answer: unknown, version: number | null): Promise<void> => {
    const rest = await kinds.settle(act, answer, personId)
    await store.update((list) =>
      rest ? withRefusal(list, act.id, rest) : withoutDone(list, act.id, version),
    )
  }
  const refused = async (act: QueuedAct, error: ApiError): Promise<void> => {
    const found = await kinds.explain(act, error, personId)
    if (found.done) await done(act, null, found.version)
    else await store.update((list) => withRefusal(list, act.id, found.refusal))
  }
  const sendOne = async (act: QueuedAct): Promise<void> => {
    for (const file of act.files.filter(({ sent }) => !sent)) {
      await kinds.sendFile(file, personId)
      await noted((list) => withFileSent(list, act.id, file.id))
    }
    const { answer, version } = await kinds.send(act, personId)
    await done(act, answer, version)
  }
  /** What kept it from being decided; null once it is. */
  const attempt = async (act: QueuedAct): Promise<unknown> => {
    try {
      await noted((list) => withTry(list, act.id))
      await sendOne(act)
      return null
    } catch (error) {
      if (stopOf(error) !== null) return error
      return refused(act, error as ApiError).then(
        () => null,
        (unexplained: unknown) => unexplained,
      )
    }
  }
  const left = new Set<string>()
  for (;;) {
    let act: QueuedAct | undefined
    try {
      act = nextAct(await store.read(), now(), left)
    } catch {
      return 'failed'
    }
    if (!act) return left.size > 0 ? 'busy' : 'done'
    const failure = await attempt(act)
    if (failure === null) continue
    if (!concernsOne(failure)) return stopOf(failure) ?? 'failed'
    left.add(act.id)
  }
}
