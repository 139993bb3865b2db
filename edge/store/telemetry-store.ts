// Longer than most files: what waits, what is under way and what is given up share one count.
import { randomBytes } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Links } from '#contract/mqtt/links.ts'
import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { BATCH_DEVICES, batches } from '#gateway/batches.ts'
import { createOutbox, type Outbox } from '#gateway/store.ts'
import { inOne, PAGE_BYTES, sqliteCode } from './edge-database.ts'
import type { Reserve } from './reserve.ts'

export type TelemetryStore = Outbox & {
  /** Keeps what was read: on disk when it returns, in memory while the disk takes nothing. */
  put: (items: readonly TelemetryItem[]) => void
  /** What no message has yet, oldest first. */
  unreported: () => TelemetryItem[]
  /** Gives up what is too old or too much, and gives room back to the disk; for about once a minute. */
  tidy: () => void
  state: () => Links['store']
}

export type StoreLimits = {
  /** Readings older than the newest by more than this are given up, ms. */
  ageMs: number
  bytes: number
}
/** No source: chosen. */
export const usualLimits: StoreLimits = { ageMs: 7 * 24 * 3_600_000, bytes: 1_000_000_000 }

/** Readings in one look for what is to be reported: more than a report has, so that nothing starves. */
const REPORTED_AT_ONCE = 6_000
/** Given up at once when there is no room. No source: chosen, a few minutes of a large site. */
const GIVEN_UP_AT_ONCE = 1_000
/** Of what is too old so much a minute at most: a clock that is wrong for a moment must not cost everything. No source: chosen. */
const OLD_AT_ONCE = 500
/** Kept in memory while the disk takes nothing. No source: chosen. */
const IN_HAND = 2_000
/** Free pages from which on the file is made shorter, and how many at once. No source: chosen. */
const FREE_PAGES = 256

const NO_ROOM = 'The disk is full: the oldest readings are given up for new ones.'
/** Source: sqlite.org/rescode.html. */
const FULL = 13

const keyOf = ({ sn, ts }: TelemetryItem): string => `${ts} ${sn}`
const nameOf = ({ boot, seq }: Telemetry): string => `${boot} ${seq}`
const read = (rows: readonly Record<string, SQLOutputValue>[]): TelemetryItem[] =>
  rows.map((row) => JSON.parse(String(row['item'])) as TelemetryItem)
const number = (row: Record<string, SQLOutputValue> | undefined, name: string): number =>
  Number(row?.[name] ?? 0)

export const openTelemetryStore = (
  database: DatabaseSync,
  options: {
    reserve: Reserve
    limits?: StoreLimits
    log: (line: string) => void
    readDropped: () => number
    keepDropped: (count: number) => void
  },
): TelemetryStore => {
  const { reserve, limits = usualLimits, log } = options
  const sql = {
    put: database.prepare('INSERT INTO reading (sn, ts, item) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    unreported: database.prepare('SELECT item FROM reading WHERE message IS NULL ORDER BY id LIMIT ?'),
    message: database.prepare('INSERT INTO message (boot, seq, ts, hist) VALUES (?, ?, ?, ?)'),
    assign: database.prepare('UPDATE reading SET message = ? WHERE sn = ? AND ts = ?'),
    waiting: database.prepare('SELECT count(*) AS n FROM reading'),
    next: database.prepare('SELECT id, boot, seq, ts, hist FROM message ORDER BY hist, id LIMIT ?'),
    items: database.prepare('SELECT item FROM reading WHERE message = ? ORDER BY id'),
    find: database.prepare('SELECT id FROM message WHERE boot = ? AND seq = ?'),
    forget: database.prepare('DELETE FROM reading WHERE message = ?'),
    forgetOne: database.prepare('DELETE FROM reading WHERE sn = ? AND ts = ?'),
    forgetMessage: database.prepare('DELETE FROM message WHERE id = ?'),
    late: database.prepare(
      'UPDATE message SET hist = 1 WHERE hist = 0 AND id NOT IN (SELECT value FROM json_each(?))',
    ),
    lateOne: database.prepare('UPDATE message SET hist = 1 WHERE id = ?'),
    stored: database.prepare('SELECT count(*) AS n FROM message WHERE hist = 1'),
    oldest: database.prepare('SELECT ts FROM reading ORDER BY id LIMIT 1'),
    newest: database.prepare('SELECT ts FROM reading ORDER BY id DESC LIMIT 1'),
    giveUp: database.prepare(
      `DELETE FROM reading WHERE id IN (
         SELECT id FROM reading WHERE ts < ? AND (message IS NULL OR message NOT IN (SELECT value FROM json_each(?)))
         ORDER BY id LIMIT ?)`,
    ),
    empty: database.prepare(
      'DELETE FROM message WHERE NOT EXISTS (SELECT 1 FROM reading WHERE message = message.id)',
    ),
    pages: database.prepare('SELECT page_count AS n FROM pragma_page_count'),
    free: database.prepare('SELECT freelist_count AS n FROM pragma_freelist_count'),
  }
  /** Messages that are out, by what the gateway holds of them. */
  const underway = new Map<Telemetry, number>()
  let waiting = number(sql.waiting.get(), 'n')
  let dropped = options.readDropped()
  let trouble: string | null = null
  // What the disk would not take.
  let inHand: TelemetryItem[] = []
  const fromHand = createOutbox(Math.ceil(IN_HAND / BATCH_DEVICES))
  const handed = new Map<string, Telemetry>()

  const out = (): string => JSON.stringify([...underway.values()])

  const lose = (count: number, why: string): void => {
    if (count === 0) return
    dropped += count
    log(`${count} readings given up: ${why}`)
    try {
      options.keepDropped(dropped)
    } catch {
      // Counted in memory until the disk takes it.
    }
  }

  const giveUp = (before: number, most: number, why: string): number => {
    const gone = inOne(database, () => {
      const { changes } = sql.giveUp.run(before, out(), most)
      sql.empty.run()
      return Number(changes)
    })
    waiting -= gone
    lose(gone, why)
    return gone
  }

  const refused = (error: unknown): false => {
    const why = error instanceof Error ? error.message : String(error)
    trouble = `Readings cannot be kept on disk (${why}): they wait in memory.`
    return false
  }

  /** Tries it, and once more after making room. False when the disk does not take it. */
  const written = (work: () => void): boolean => {
    try {
      work()
      if (trouble !== NO_ROOM) trouble = null
      return true
    } catch (error) {
      if (trouble === null) log(`the store cannot write: ${String(error)}`)
      if (sqliteCode(error) !== FULL) return refused(error)
    }
    try {
      reserve.giveUp()
      database.exec('PRAGMA wal_checkpoint(RESTART)')
      giveUp(Number.MAX_SAFE_INTEGER, GIVEN_UP_AT_ONCE, 'the disk is full')
      work()
      trouble = NO_ROOM
      return true
    } catch (error) {
      return refused(error)
    }
  }

  const insert = (items: readonly TelemetryItem[]): void => {
    const added = inOne(database, () =>
      items.reduce(
        (sum, item) => sum + Number(sql.put.run(item.sn, item.ts ?? 0, JSON.stringify(item)).changes),
        0,
      ),
    )
    waiting += added
  }

  /** What is in hand goes to the disk as soon as it takes it. */
  const putByHand = (): void => {
    if (inHand.length > 0 && written(() => insert(inHand))) inHand = []
  }

  const batch = (message: Telemetry, hist: boolean): void => {
    const added = inOne(database, () => {
      const { lastInsertRowid } = sql.message.run(message.boot, message.seq, message.ts, hist ? 1 : 0)
      let fromOutside = 0
      for (const item of message.d) {
        const { changes } = sql.assign.run(lastInsertRowid, item.sn, item.ts ?? 0)
        if (Number(changes) > 0) continue
        sql.put.run(item.sn, item.ts ?? 0, JSON.stringify(item))
        sql.assign.run(lastInsertRowid, item.sn, item.ts ?? 0)
        fromOutside += 1
      }
      return fromOutside
    })
    waiting += added
  }

  // What a boot before this one had not put into messages yet: history, under a boot of its own.
  const leftBehind = (): void => {
    const boot = randomBytes(8).toString('hex')
    let seq = 0
    for (;;) {
      const items = read(sql.unreported.all(REPORTED_AT_ONCE))
      if (items.length === 0) return
      for (const d of batches(items))
        batch({ v: 1, boot, seq: ++seq, ts: d.at(-1)?.ts ?? 0, hist: true, d }, true)
    }
  }
  written(() => {
    sql.late.run('[]')
    leftBehind()
  })
  reserve.take()

  return {
    put(items) {
      putByHand()
      if (inHand.length === 0 && written(() => insert(items))) return
      inHand.push(...items)
      const over = inHand.length - IN_HAND
      if (over > 0) {
        inHand = inHand.slice(over)
        lose(over, 'neither disk nor memory takes more')
      }
    },
    unreported() {
      const given = new Set([...handed.values()].flatMap(({ d }) => d.map(keyOf)))
      const onDisk = read(sql.unreported.all(REPORTED_AT_ONCE))
      return [...onDisk, ...inHand].filter((item) => !given.has(keyOf(item)))
    },
    push(message) {
      if (written(() => batch(message, message.hist === true))) {
        if (inHand.length > 0) {
          const now = new Set(message.d.map(keyOf))
          inHand = inHand.filter((item) => !now.has(keyOf(item)))
        }
        return
      }
      handed.set(nameOf(message), message)
      fromHand.push(message)
    },
    take() {
      const byHand = fromHand.take()
      if (byHand !== null) return byHand
      const out_ = new Set(underway.values())
      const row = sql.next.all(out_.size + 1).find((one) => !out_.has(number(one, 'id')))
      if (row === undefined) return null
      const id = number(row, 'id')
      const message: Telemetry = {
        v: 1,
        boot: String(row['boot']),
        seq: number(row, 'seq'),
        ts: number(row, 'ts'),
        hist: row['hist'] === 1,
        d: read(sql.items.all(id)),
      }
      underway.set(message, id)
      return message
    },
    delivered(message) {
      const id = underway.get(message)
      if (id === undefined) {
        fromHand.delivered(message)
        const keys = new Set(message.d.map(keyOf))
        inHand = inHand.filter((item) => !keys.has(keyOf(item)))
        // It may lie on the disk all the same, which only took no more: then it goes as soon as the disk lets it.
        const gone = written(() => {
          for (const { sn, ts } of message.d) waiting -= Number(sql.forgetOne.run(sn, ts ?? 0).changes)
        })
        if (gone) handed.delete(nameOf(message))
        return
      }
      underway.delete(message)
      const forgotten = written(() => {
        waiting -= inOne(database, () => {
          const { changes } = sql.forget.run(id)
          sql.forgetMessage.run(id)
          return Number(changes)
        })
      })
      // Sent again one day, under the same number: the server knows it.
      if (!forgotten) log(`message ${message.boot} ${message.seq} is acknowledged and could not be forgotten`)
    },
    returned(message) {
      const id = underway.get(message)
      if (id === undefined) return fromHand.returned(message)
      underway.delete(message)
      written(() => void sql.lateOne.run(id))
    },
    store() {
      fromHand.store()
      written(() => void sql.late.run(out()))
    },
    tidy() {
      putByHand()
      const used = (): number => (number(sql.pages.get(), 'n') - number(sql.free.get(), 'n')) * PAGE_BYTES
      const newest = sql.newest.get()
      written(() => {
        if (newest !== undefined) giveUp(number(newest, 'ts') - limits.ageMs, OLD_AT_ONCE, 'too old')
        while (
          used() > limits.bytes &&
          giveUp(Number.MAX_SAFE_INTEGER, GIVEN_UP_AT_ONCE, 'the store is full') > 0
        );
        if (number(sql.free.get(), 'n') > FREE_PAGES)
          database.exec(`PRAGMA incremental_vacuum(${FREE_PAGES})`)
      })
      // Where the reserve has room again, so has what is to come.
      if ((trouble === null || trouble === NO_ROOM) && reserve.take()) trouble = null
    },
    state() {
      const oldest = sql.oldest.get() ?? inHand[0]
      return {
        waiting: waiting + inHand.length,
        bytes: number(sql.pages.get(), 'n') * PAGE_BYTES,
        dropped,
        oldest: oldest === undefined ? null : number(oldest as Record<string, SQLOutputValue>, 'ts'),
        trouble,
      }
    },
    get waiting() {
      return waiting + inHand.length
    },
    get stored() {
      return number(sql.stored.get(), 'n')
    },
    get lost() {
      return dropped
    },
  }
}
