import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { databaseUnavailable, pgCode } from '../../platform/db/trouble.ts'
import type { Context } from '../../context.ts'
import { asWord, figuresKey, isFigures, type Looks, packed, readLooks, readNews, type Word } from './news.ts'
import { createWhoLooks } from './who-looks.ts'

const CHANNEL = 'sunkeeper_news'
/** Servers of before there was this do not hear it. */
const LOOKS_CHANNEL = 'sunkeeper_looks'
const LINE = 'sunkeeper line'
/** What lines were called by servers that do not say what their people look at: they hear everything. */
const OLDER_LINE = 'sunkeeper events'
/** Until then the others have said what their people look at. */
const GREETING_MS = 5_000
/** Change events are gathered this long before they are sent on: a thousand readings are a handful of messages. */
const GATHER_MS = 100
const ANNOUNCE_MS = 20
/** What waits while the database is away; beyond it everybody is told to read again. */
const PENDING_MAX = 5_000
const HEARTBEAT_MS = 20_000
const ANSWER_MS = 5_000
const LONGEST_PAUSE_MS = 5_000

export type EventChannel = {
  /** Sends what has been gathered now. */
  flush: () => Promise<void>
  connected: () => boolean
  close: () => Promise<void>
}

type LineContext = Pick<Context, 'changeEvents' | 'accountChanged' | 'errands' | 'log'>
type LineOptions = {
  url: string
  /** Called when something may have been missed: open pages must read again. */
  reread: () => void
  /** What the people of this server look at, and when that changes. */
  looks: () => Looks
  looksChanged: (listener: () => void) => () => void
  /** Replaced in tests: for so long it sends everything at first, ms. */
  greetingMs?: number
}

/**
 * Carries change events and changed accounts between the servers of one database, by NOTIFY on a connection of its own, right
 * after the commit they tell of. Only ids travel; each server asks the database what its people may see, as ever. Each says
 * what its people look at, and news of figures travel only where somebody does.
 * A server that dies between commit and NOTIFY leaves the others unaware until the next change event of that station.
 * While the connection is lost this server's people get what happens on this server; afterwards all read again.
 */
export const openEventChannel = (
  context: LineContext,
  { url, reread, looks, looksChanged, greetingMs = GREETING_MS }: LineOptions,
): EventChannel => {
  const { changeEvents, accountChanged, errands, log } = context
  const from = randomUUID()
  const whoLooks = createWhoLooks()
  /** Whether a server is there that hears everything and says nothing. */
  let older = false
  let greetedAt = 0
  let announcing: NodeJS.Timeout | null = null
  let client: Client | null = null
  /** By their text; news of figures, which are nearly all, by an id, as most of them are told to nobody. */
  let pending = new Map<string, Word>()
  let overflown = false
  let delivering = false
  let toldOfStrange = false
  let closed = false
  let failures = 0
  let gathering: NodeJS.Timeout | null = null
  let pausing: NodeJS.Timeout | null = null
  let connecting: Promise<void> = Promise.resolve()
  let asking: Promise<void> = Promise.resolve()

  const lose = (lost: Client, error?: unknown): void => {
    if (client !== lost) return
    client = null
    if (closed) return
    log.warn({ code: pgCode(error) }, 'the line to the other servers was lost')
    lost.end().catch(() => {})
    again()
  }
  const again = (): void => {
    failures += 1
    const pause = Math.min(LONGEST_PAUSE_MS, 50 * 2 ** failures)
    pausing = setTimeout(() => void (connecting = connect()), pause)
    pausing.unref()
  }
  /** One question after the other: a connection takes one at a time. */
  const inTurn = (open: Client, question: (open: Client) => Promise<unknown>): Promise<void> => {
    asking = asking
      .then(() => question(open))
      .then(
        () => undefined,
        (error: unknown) => lose(open, error),
      )
    return asking
  }
  const connect = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: url,
      application_name: LINE,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload: text }) =>
      channel === CHANNEL ? take(text ?? '') : takeLooks(text ?? ''),
    )
    try {
      await fresh.connect()
      // A NOTIFY is lost with its server anyway: it need not wait for the disk.
      await fresh.query(`SET synchronous_commit = off; LISTEN ${CHANNEL}; LISTEN ${LOOKS_CHANNEL}`)
      await countOlder(fresh)
    } catch (error) {
      await fresh.end().catch(() => {})
      if (!databaseUnavailable(error)) log.error({ code: pgCode(error) }, 'no line to the other servers')
      if (!closed) again()
      return
    }
    if (closed) return void fresh.end().catch(() => {})
    client = fresh
    greetedAt = performance.now()
    await announce(true)
    // Whatever the others told meanwhile was not heard here, and what happened here not there.
    if (failures > 0) {
      pending.set('r', ['r'])
      reread()
    }
    failures = 0
    await flush()
  }

  /** Whoever may connect may notify: told once, or somebody could fill the log. */
  const passOver = (channel: string, text: string): void => {
    if (toldOfStrange) return
    toldOfStrange = true
    log.warn(
      { channel, bytes: Buffer.byteLength(text) },
      'a notification that no server of this version sends was passed over, as will be all others',
    )
  }
  const take = (text: string): void => {
    const read = readNews(text)
    if (read === null) return passOver(CHANNEL, text)
    if (read.from === from) return
    delivering = true
    try {
      for (const one of read.words) tell(one)
    } catch (error) {
      log.error({ err: error }, 'change events of another server were not taken')
    } finally {
      delivering = false
    }
  }
  const takeLooks = (text: string): void => {
    const read = readLooks(text)
    if (read === null) return passOver(LOOKS_CHANNEL, text)
    const { from: other, ask, looks: theirs } = read
    if (other === from) return
    if (theirs === null) return whoLooks.left(other)
    const stations = theirs.stations && new Set(theirs.stations)
    const late = whoLooks.heard(other, { ...theirs, stations }, performance.now())
    for (const one of late) gather(one)
    if (ask) void announce(false)
  }
  const announce = async (ask: boolean, looked: Looks | null = looks()): Promise<void> => {
    const open = client
    const said = looked && { ...looked, stations: looked.stations && [...looked.stations] }
    if (open === null) return
    await inTurn(open, (line) =>
      line.query('SELECT pg_notify($1, $2)', [LOOKS_CHANNEL, JSON.stringify({ from, ask, looks: said })]),
    )
  }
  const announceSoon = (): void => {
    announcing ??= setTimeout(() => {
      announcing = null
      void announce(false)
    }, ANNOUNCE_MS).unref()
  }
  const countOlder = async (open: Client): Promise<void> => {
    const { rows } = await open.query<{ older: boolean }>(
      'SELECT exists(SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1) AS older',
      [OLDER_LINE],
    )
    older = rows[0]?.older === true
  }
  /** What of these is of use to another server. */
  const wantedOf = (words: readonly Word[]): string[] => {
    const now = performance.now()
    if (older || now - greetedAt < greetingMs) return words.map((one) => JSON.stringify(one))
    const wanted = whoLooks.wanted(words.filter(isFigures), now)
    const others = words.filter((one) => !isFigures(one))
    return [...new Set([...others, ...wanted].map((one) => JSON.stringify(one)))]
  }
  const tell = (one: Word): void => {
    if (one[0] === 'f') changeEvents.tell({ type: 'figures', stationId: one[1] })
    else if (one[0] === 'd') changeEvents.tell({ type: 'device', stationId: one[1], deviceId: one[2] })
    else if (one[0] === 'c') changeEvents.tell({ type: 'changed', stationId: one[1], what: one[2] })
    else if (one[0] === 'a') accountChanged.tell(one[1])
    else if (one[0] === 'e') errands.tell(one[1])
    else reread()
  }

  const gather = (one: Word): void => {
    if (delivering || closed || overflown) return
    pending.set(isFigures(one) ? figuresKey(one, (id) => pending.get(id)) : JSON.stringify(one), one)
    if (pending.size > PENDING_MAX) {
      overflown = true
      pending = new Map([['r', ['r']]])
    }
    gathering ??= setTimeout(() => void flush(), GATHER_MS).unref()
  }
  const flush = (): Promise<void> => {
    if (gathering !== null) clearTimeout(gathering)
    gathering = null
    const open = client
    if (open === null || pending.size === 0) return asking
    const words = wantedOf([...pending.values()])
    pending = new Map()
    overflown = false
    if (words.length === 0) return asking
    return inTurn(open, (line) =>
      line.query(`SELECT pg_notify('${CHANNEL}', one) FROM unnest($1::text[]) AS one`, [packed(from, words)]),
    )
  }

  const stopNews = changeEvents.listen((one) => gather(asWord(one)))
  const stopAccounts = accountChanged.listen((id) => gather(['a', id]))
  const stopLooks = looksChanged(announceSoon)
  const stopErrands = errands.listen((one) => gather(['e', one]))
  const beat = setInterval(() => {
    const open = client
    // A connection whose other end vanished without a word is found by its silence.
    if (open === null) return
    void inTurn(open, countOlder)
    void announce(false)
  }, HEARTBEAT_MS)
  beat.unref()
  connecting = connect()

  return {
    flush: async () => {
      await connecting
      await flush()
    },
    connected: () => client !== null,
    close: async () => {
      stopNews()
      stopAccounts()
      stopErrands()
      stopLooks()
      clearInterval(beat)
      if (announcing !== null) clearTimeout(announcing)
      if (pausing !== null) clearTimeout(pausing)
      await connecting
      await flush()
      await announce(false, null)
      closed = true
      await client?.end().catch(() => {})
      client = null
    },
  }
}
