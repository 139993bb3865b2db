import type { ServerResponse } from 'node:http'
import { whoAre } from '../../features/accounts/session-store.ts'
import type { Who } from '../../features/accounts/who.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { EventStream } from '../../call.ts'

const HEARTBEAT_MS = 20_000
/** How soon a stream notices, on any server of the installation, that its session or its rights ended. */
const RECHECK_MS = 5_000
/** A browser that lets this much pile up has stopped reading. */
const BACKLOG_MAX = 1024 * 1024
const STREAMS_PER_ACCOUNT = 20

type Open = { raw: ServerResponse; who: Who; end: () => void }

export type Streams = {
  /** @throws Refusal `too_many` when the account has too many streams open already. */
  open: (
    raw: ServerResponse,
    headers: Record<string, string>,
    who: Who,
    lastEventId: string | null,
  ) => EventStream<unknown>
  recheck: (accountId?: string) => Promise<void>
  count: () => number
  close: () => void
}

export const createStreams = (context: Context): Streams => {
  const opened = new Set<Open>()

  const recheck = async (accountId?: string): Promise<void> => {
    const concerned = [...opened].filter((one) => accountId === undefined || one.who.accountId === accountId)
    const people = await whoAre(
      context.db,
      context.clock(),
      concerned.map((one) => one.who.sessionId),
    )
    for (const one of concerned) {
      const who = people.get(one.who.sessionId)
      if (who) one.who = who
      else one.end()
    }
  }
  const recheckSoon = (accountId?: string): void => {
    recheck(accountId).catch((error: unknown) =>
      context.log.warn({ err: error }, 'streams could not be checked'),
    )
  }
  const stopListening = context.accountChanged.listen(recheckSoon)
  const rechecking = setInterval(recheckSoon, RECHECK_MS)
  const beating = setInterval(() => {
    for (const one of opened) one.raw.write(': \n\n')
  }, HEARTBEAT_MS)
  rechecking.unref()
  beating.unref()

  return {
    open: (raw, headers, who, lastEventId) => {
      // Screens on walls take nothing from the person who hung them up.
      const siblings = [...opened].filter(
        (one) => one.who.accountId === who.accountId && one.who.look?.id === who.look?.id,
      )
      if (siblings.length >= STREAMS_PER_ACCOUNT) throw new Refusal('too_many', { retryAfterS: 30 })
      const closed = new AbortController()
      const one: Open = {
        raw,
        who,
        end: () => {
          if (opened.delete(one)) closed.abort()
          raw.end()
        },
      }
      opened.add(one)
      raw.on('close', one.end)
      raw.on('error', one.end)
      raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Its end is the connection's end, so that a closing server need not wait for it.
        connection: 'close',
      })
      raw.write('retry: 2000\n\n')
      return {
        send: (event, id) => {
          if (closed.signal.aborted) return false
          if (raw.writableLength > BACKLOG_MAX) {
            one.end()
            raw.destroy()
            return false
          }
          raw.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`)
          return true
        },
        end: one.end,
        closed: closed.signal,
        lastEventId,
        who: () => one.who,
      }
    },
    recheck,
    count: () => opened.size,
    close: () => {
      clearInterval(rechecking)
      clearInterval(beating)
      stopListening()
      for (const one of opened) one.end()
    },
  }
}
