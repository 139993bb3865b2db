import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '#contract/http/route.ts'
import type { Language } from '#domain/errors.ts'
import type { Who } from './features/accounts/who.ts'
import type { Context } from './context.ts'
import type { OpenFile } from './platform/files/store.ts'

type IsPublic<Spec> = Spec extends { permission: 'public' } ? true : false
type IsStream<Spec> = Spec extends { stream: true } ? true : false

/** An open stream of server-sent events. The pipeline sends the heartbeat and ends it when the session does. */
export type EventStream<Event> = {
  /** False when the browser reads too slowly and the stream was cut. */
  send: (event: Event, id?: string) => boolean
  end: () => void
  closed: AbortSignal
  /** What the browser last received, when it comes back. */
  lastEventId: string | null
  /** The caller's rights as last read; read again on every account change and every few seconds. */
  who: () => Who
}

/** A file on its way in. The handler reads it to its end or throws. */
export type Upload = { body: Readable; /** Content-Type as it was sent. */ type: string }

/** A stored file on its way out. */
export type Download = {
  /** null when it is missing. @throws StoreTrouble */
  open: () => Promise<OpenFile | null>
  type: string
  /** Offered for saving under this name. */
  name: string
  /** Shown in the page; everything else is saved and never opened here. */
  inline: boolean
}

type IsUpload<Spec> = Spec extends { upload: object } ? true : false

/** `framed`: for a page in a frame of another site. `lastsMs`: as long as the browser keeps it, unless usual. */
export type SessionCookie = { framed?: boolean; lastsMs?: number }

/** Everything a handler is given. All checks before it have passed. */
export type Call<Table, Key extends keyof Table & string> = {
  context: Context
  params: ParamsOf<Key>
  query: QueryOf<Table[Key]>
  body: BodyOf<Table[Key]>
  who: IsPublic<Table[Key]> extends true ? Who | null : Who
  /** Epoch ms at which the call arrived. */
  now: number
  language: Language
  requestId: string
  ip: string
  /** Under which name the caller reaches this server: `https://sun.example`. */
  origin: string
  /**
   * Aborted when the caller's connection ends before the answer, or an `expensive` one has taken too long: what takes
   * long need not go on.
   */
  gone: () => AbortSignal
  /** The user-agent header, cut to 200 characters. */
  browser: string
  /** For the id of what the call makes: a new one, and on `idempotent` routes the same whenever the same key comes. */
  actId: string
  /** The version in If-Match; a number on `versioned` routes. Compare it under the row lock, else `version_stale`. */
  ifMatch: Table[Key] extends { versioned: true } ? number : number | null
  /** What the browser keeps of having signed in before, and what it is to keep from now on. */
  device: string | null
  setDevice: (device: string) => void
  /** Gives the browser this session token, or takes the cookie away. */
  setSession: (token: string | null, how?: SessionCookie) => void
} & (IsStream<Table[Key]> extends true ? { stream: EventStream<AnswerOf<Table[Key]>> } : unknown) &
  (IsUpload<Table[Key]> extends true ? { upload: Upload } : unknown)

/** What a handler gives back: the route's output, nothing more. A `version` in it becomes the ETag. */
export type Answer<Table, Key extends keyof Table> =
  IsStream<Table[Key]> extends true
    ? void
    : Table[Key] extends { download: true }
      ? Download
      : AnswerOf<Table[Key]>

/** One handler for every route of a table: a missing or surplus one does not compile. */
export type Handlers<Table> = {
  readonly [Key in keyof Table & string]: (call: Call<Table, Key>) => Promise<Answer<Table, Key>>
}
