import {
  envelope,
  fromShell,
  MESSAGE_MAX,
  PROTOCOL,
  type FromShell,
  type ToShell,
} from '#contract/shell/messages.ts'

/** A message that was understood. `re`: which one of ours it answers. */
export type Heard = {
  [T in keyof FromShell]: { type: T; id: string; re: string | null; data: FromShell[T] }
}[keyof FromShell]

/** What becomes of something received: a message, a refusal that is answered, or nothing at all. */
export type Reading =
  | { kind: 'message'; message: Heard }
  | { kind: 'refused'; id: string; code: string }
  | { kind: 'dropped' }

const dropped: Reading = { kind: 'dropped' }

const parse = (given: unknown): unknown => {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  if (typeof text !== 'string' || text.length > MESSAGE_MAX) return null
  if (new TextEncoder().encode(text).length > MESSAGE_MAX) return null
  // Also of an object: what is read afterwards is plain data, whatever was given.
  return JSON.parse(text) as unknown
}

/** Ids that came before; the oldest are forgotten. */
export const createSeenIds = (most = 1_000): ((id: string) => boolean) => {
  const seen = new Set<string>()
  return (id) => {
    if (seen.has(id)) return true
    seen.add(id)
    for (const oldest of seen) {
      if (seen.size <= most) break
      seen.delete(oldest)
    }
    return false
  }
}

/** Reads what a shell sent: total, whatever it is. */
export const readMessage = (given: unknown, isRepeated: (id: string) => boolean): Reading => {
  let value: unknown
  try {
    value = parse(given)
  } catch {
    return dropped
  }
  const frame = envelope.safeParse(value)
  if (!frame.success || frame.data.pvshell !== PROTOCOL) return dropped
  const { id, type, re, data } = frame.data
  if (isRepeated(id)) return dropped
  if (!Object.hasOwn(fromShell, type)) return { kind: 'refused', id, code: 'unknown_type' }
  const known = type as keyof FromShell
  const read = fromShell[known].safeParse(data ?? {})
  if (!read.success) return { kind: 'refused', id, code: 'bad_data' }
  return { kind: 'message', message: { type: known, id, re: re ?? null, data: read.data } as Heard }
}

/** Writes messages of this page; ids are unlike those of every other page. */
export const createWriter = (
  start: string,
  now: () => number,
): (<T extends keyof ToShell>(type: T, data: ToShell[T], re?: string) => { id: string; message: object }) => {
  let count = 0
  return (type, data, re) => {
    const id = `${start}-${(count += 1)}`
    return {
      id,
      message: { pvshell: PROTOCOL, id, ts: now(), type, data, ...(re === undefined ? {} : { re }) },
    }
  }
}
