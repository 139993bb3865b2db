import { ApiError, type FailureCode } from '../data/api-error.ts'
import { dropDraft, readDraft, writeDraft } from '../data/draft-store.ts'
import { newId } from '../../kit/new-id.ts'
import type { FilePurpose } from '#domain/files/file-types.ts'
import { documentOf } from './document.ts'
import { sendFile } from './send-file.ts'
import { shrink, type Picture } from './shrink.ts'
import { createWatchers } from '../../kit/watchers.ts'

/** What becomes of the picture of one form. It goes on while the person is on another step or another page. */
export type Upload = {
  id: string
  state: 'preparing' | 'sending' | 'sent' | 'failed'
  share: number
  failure: FailureCode | null
  /** Of the picture in the phone; null while it is prepared. */
  preview: string | null
}
/** Kept until the form is saved, so that neither a reload nor a cut connection costs the photograph. */
type Kept = { id: string; picture: Picture; sent: boolean }

const present = new Map<string, Upload>()
const running = new Map<string, { control: AbortController; done: Promise<void> }>()
const watchers = createWatchers()
const set = (key: string, next: Upload | null): void => {
  if (next) present.set(key, next)
  else present.delete(key)
  watchers.tell()
}
const change = (key: string, id: string, next: Partial<Upload>): void => {
  const now = present.get(key)
  if (now?.id === id) set(key, { ...now, ...next })
}
const keptKey = (key: string): string => `${key} picture`
/** Where the bytes lie among the drafts, for whoever sends them later. */
export const keptPicture = keptKey
/** The file itself is what is wrong: it never goes, whatever the network. */
export const isRefused = ({ state, failure }: Pick<Upload, 'state' | 'failure'>): boolean =>
  state === 'failed' && failure !== null && /^(?:file|image)_/.test(failure)
/** Nothing was said against the file itself: it can go later. */
export const goesLater = (upload: Upload): boolean =>
  upload.state === 'failed' && upload.failure !== null && upload.failure !== 'internal' && !isRefused(upload)

const failureOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal')

type Wanted = { key: string; purpose: FilePurpose; onSent: (id: string) => void }

/** Work on a picture, from the first look at the file on: whoever waits for it waits for all of this. */
const run = (key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  running.get(key)?.control.abort()
  const control = new AbortController()
  const done = work(control.signal)
  running.set(key, { control, done })
  return done
}

const send = async (
  { key, purpose, onSent }: Wanted,
  { id, picture }: Kept,
  signal: AbortSignal,
): Promise<void> => {
  change(key, id, { state: 'sending', share: 0, failure: null })
  try {
    await sendFile({ id, purpose, picture, onProgress: (share) => change(key, id, { share }), signal })
    await writeDraft(keptKey(key), { id, picture, sent: true } satisfies Kept)
    change(key, id, { state: 'sent', share: 1 })
    if (!signal.aborted) onSent(id)
  } catch (error) {
    if (!signal.aborted) change(key, id, { state: 'failed', failure: failureOf(error) })
  }
}

export const uploads = {
  watch: watchers.watch,
  of: (key: string): Upload | null => present.get(key) ?? null,

  /** Takes a file from the phone's chooser and sends it. */
  start: (wanted: Wanted, file: File): Promise<void> => {
    const { key, purpose } = wanted
    const id = newId()
    set(key, { id, state: 'preparing', share: 0, failure: null, preview: null })
    return run(key, async (signal) => {
      const picture = purpose === 'order_file' ? documentOf(file) : await shrink(file)
      if (signal.aborted) return
      if (typeof picture === 'string') return change(key, id, { state: 'failed', failure: picture })
      change(key, id, { preview: URL.createObjectURL(picture.blob) })
      const kept = { id, picture, sent: false }
      await writeDraft(keptKey(key), kept)
      await send(wanted, kept, signal)
    })
  },

  /** Again, under the same id: what arrived after all is the same file. */
  retry: async (wanted: Wanted): Promise<void> => {
    const kept = await readDraft<Kept>(keptKey(wanted.key))
    if (kept) await run(wanted.key, (signal) => send(wanted, kept, signal))
  },

  /** After a reload: what was under way goes on, what had arrived is handed over. False when nothing is known of it. */
  resume: async (wanted: Wanted): Promise<boolean> => {
    const { key, onSent } = wanted
    if (present.has(key)) return true
    const kept = await readDraft<Kept>(keptKey(key))
    if (present.has(key)) return true
    if (!kept) return false
    const preview = URL.createObjectURL(kept.picture.blob)
    const state = kept.sent ? 'sent' : 'sending'
    set(key, { id: kept.id, state, share: kept.sent ? 1 : 0, failure: null, preview })
    if (kept.sent) onSent(kept.id)
    else await run(key, (signal) => send(wanted, kept, signal))
    return true
  },

  /** The page was gone before its bytes were kept: it has to be chosen again. */
  lose: (key: string): void =>
    set(key, { id: newId(), state: 'failed', share: 0, failure: 'internal', preview: null }),

  /** Saved, removed or given up: nothing of it is left in the phone. */
  forget: async (key: string): Promise<void> => {
    running.get(key)?.control.abort()
    running.delete(key)
    const preview = present.get(key)?.preview
    if (preview) URL.revokeObjectURL(preview)
    set(key, null)
    await dropDraft(keptKey(key))
  },

  /** Waits for what is under way. False when it failed. */
  settled: async (key: string): Promise<boolean> => {
    await running.get(key)?.done
    return present.get(key)?.state !== 'failed'
  },
}
