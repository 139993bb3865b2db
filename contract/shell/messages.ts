import * as z from 'zod/mini'

/**
 * What a native shell and the page say to each other: one envelope both ways, JSON, at most `MESSAGE_MAX` bytes.
 * A type that is not known is answered with `ack {ok: false, code: 'unknown_type'}`; `re` names the message that is
 * answered; an id that came before is dropped. New fields are added, never changed in meaning.
 */
export const PROTOCOL = 1
/** Bytes of UTF-8 that a message may have, both ways. */
export const MESSAGE_MAX = 65_536
/** Bytes of a file that one `file.part` carries, before base64. */
export const FILE_PART_MAX = 36_864

const short = z.string().check(z.maxLength(200))
const id = z.string().check(z.minLength(1), z.maxLength(80))
const pixels = z.number().check(z.minimum(0), z.maximum(500))
const formats = z.array(z.enum(['qr', 'code128', 'datamatrix'])).check(z.maxLength(10))

/** The frame of every message. `ts`: epoch milliseconds of the sender; `re`: the id of the message answered. */
export const envelope = z.object({
  pvshell: z.number(),
  id,
  ts: z.number(),
  type: z.string().check(z.minLength(1), z.maxLength(40)),
  re: z.optional(id),
  data: z.optional(z.unknown()),
})
export type Envelope = z.infer<typeof envelope>

/** `ok: false` names why: `unknown_type`, `bad_data`, `old_rev`, `wrong_code`, `unsupported`, `cancelled`. */
const ack = z.object({
  ok: z.boolean(),
  code: z.optional(short),
  /** Of `back.request`: a sheet was closed, or the page asked its shell to go back. */
  handled: z.optional(z.enum(['sheet', 'back'])),
})

const move = z.object({
  /** One of the 37 routes. */
  name: short,
  params: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(2_000))),
  /** The whole address, for a shell that opens a web view of its own for it. */
  url: z.string().check(z.maxLength(8_000)),
  title: short,
  orientation: z.enum(['portrait', 'landscape']),
})

/** From the page to the shell. */
export const toShell = {
  'page.ready': z.object({
    app: z.literal('sunkeeper-h5'),
    version: short,
    protocols: z.array(z.number()),
    route: short,
    lang: z.enum(['zh_CN', 'en']),
    wants: z.array(z.enum(['auth', 'lang', 'insets', 'theme', 'net'])),
  }),
  'nav.push': move,
  'nav.replace': move,
  /** `dirty`: kinds of things that were changed on this page and that pages below it show anew. */
  'nav.back': z.object({ delta: z.number(), from: short, dirty: z.array(short) }),
  /** The session is over: the shell signs in and pushes `app.data` with a new code. */
  'auth.expired': z.object({ route: short }),
  'ui.orientation': z.object({ orientation: z.enum(['portrait', 'landscape']) }),
  'call.phone': z.object({ number: z.string().check(z.regex(/^\+?[0-9 ()-]{3,30}$/)) }),
  'device.scan': z.object({ formats, multiple: z.boolean() }),
  'file.pick': z.object({
    kinds: z.array(z.enum(['image', 'file'])),
    /** How many at most. */
    count: z.number(),
    /** Bytes of one file at most. */
    maxBytes: z.number(),
  }),
  ack,
} as const

const offers = z.array(z.enum(['device.scan', 'file.pick', 'call.phone', 'ui.orientation']))

/** From the shell to the page. */
export const fromShell = {
  /** A patch: what is absent stays as it was. A `rev` that is not above the last one accepted is ignored. */
  'app.data': z.object({
    rev: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
    /** A one-time code of `POST /api/session/codes`; never a token, never in an address. */
    auth: z.optional(z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) })),
    /** For display until the server has said who is signed in; no rights come from it. */
    user: z.optional(z.object({ id: short, name: short })),
    lang: z.optional(z.enum(['zh_CN', 'en', 'en_US'])),
    platform: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))),
    theme: z.optional(
      z.object({
        mode: z.optional(z.enum(['light', 'dark', 'system'])),
        primary: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
      }),
    ),
    /** CSS pixels that the shell's own bars cover. */
    insets: z.optional(z.object({ top: pixels, right: pixels, bottom: pixels, left: pixels })),
    net: z.optional(z.object({ online: z.boolean(), type: z.optional(short) })),
    /** What the shell does by itself when it is asked. */
    offers: z.optional(offers),
  }),
  'back.request': z.object({ source: z.optional(short) }),
  /** The page is in view again; `dirty` as in the `nav.back` that led to it. */
  'page.show': z.object({ dirty: z.optional(z.array(short).check(z.maxLength(50))) }),
  /** Answers `device.scan`: the texts read, as they stand in the codes. */
  'scan.result': z.object({
    codes: z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(500)),
    cancelled: z.optional(z.boolean()),
  }),
  /** Answers `file.pick`: part `n` (from 0) of `of` of file `file` (from 0) of `files`, base64. No files: cancelled. */
  'file.part': z.object({
    file: z.int().check(z.minimum(0), z.maximum(20)),
    files: z.int().check(z.minimum(0), z.maximum(20)),
    name: z.string().check(z.maxLength(300)),
    mime: short,
    n: z.int().check(z.minimum(0), z.maximum(10_000)),
    of: z.int().check(z.minimum(0), z.maximum(10_000)),
    data: z.string().check(z.maxLength(Math.ceil(FILE_PART_MAX / 3) * 4)),
  }),
  ack,
} as const

export type ToShell = { [T in keyof typeof toShell]: z.infer<(typeof toShell)[T]> }
export type FromShell = { [T in keyof typeof fromShell]: z.infer<(typeof fromShell)[T]> }
