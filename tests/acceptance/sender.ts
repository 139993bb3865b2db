import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChannelToGateway } from '#contract/mqtt/topics.ts'
import { type LooseLink, openLooseLink } from '#tests/loose-link.ts'

/** Where a gateway reports to, read anew at every connection: a server that came back has another port. */
export type SenderOptions = {
  url: () => string
  sn: string
  secret: string
  inverter: string
  /**
   * Instant of the first reading; each message carries one, a second later than the one before. Without it each is of
   * the instant at which it is sent first: whoever reports slowly and from the past has a clock that is wrong.
   */
  fromTs?: number
  /** Messages a second, while the server follows; 150 unless said. */
  perSecond?: number
  /** Between two connections, ms, after so many that came to nothing in a row; 50 unless said. */
  againMs?: (failures: number) => number
  listensTo?: readonly ChannelToGateway[]
}

/** A gateway that reports as fast as it is acknowledged, and keeps what was not until it is. */
export type Sender = {
  readonly inverter: string
  /** Sequence numbers whose PUBACK has come; the reading of `seq` is at `tsOf(seq)`. */
  readonly acknowledged: ReadonlySet<number>
  /** Whether its connection stands, and something was acknowledged on it. */
  readonly reports: () => boolean
  /** Messages that were sent, and how many of them again. */
  readonly sent: () => { messages: number; again: number }
  tsOf: (seq: number) => number
  whOf: (seq: number) => number
  /** Sends nothing new, waits until everything sent is acknowledged, and ends. */
  finish: () => Promise<void>
  /** Ends at once, whatever is open. */
  cut: () => void
}

const WINDOW = 32
const RATED_W = 20_000
const START_WH = 1_000_000

/** 2 to 4 Wh a second: within rated power, and no interval like the next. */
const whOf = (seq: number): number => START_WH + seq * 3 + (seq % 2)

export const startSender = ({
  url,
  sn,
  secret,
  inverter,
  fromTs,
  perSecond = 150,
  againMs = () => 50,
  listensTo = [],
}: SenderOptions): Sender => {
  const boot = randomBytes(8).toString('hex')
  const acknowledged = new Set<number>()
  const open = new Set<number>()
  let [next, conn, again, failures] = [1, 0, 0, 0]
  const told = { finish: false, cut: false }
  const finishing = new AbortController()
  const up: { since: number | null; ackAt: number } = { since: null, ackAt: 0 }
  const taken: number[] = []
  const tsOf = (seq: number): number =>
    fromTs === undefined
      ? (taken[seq] ??= Math.max(Date.now(), (taken[seq - 1] ?? 0) + 1))
      : fromTs + seq * 1_000
  const isAhead = (seq: number): boolean => fromTs !== undefined && tsOf(seq) > Date.now()

  const message = (seq: number): object => ({
    v: 1,
    boot,
    seq,
    ts: tsOf(seq),
    d: [{ sn: inverter, ts: tsOf(seq), st: 'grid', m: { p: 10_000 + (seq % 100), e_tot: whOf(seq) } }],
  })

  const send = async (link: LooseLink, seq: number): Promise<void> => {
    await link.publish('tele', message(seq))
    acknowledged.add(seq)
    up.ackAt = performance.now()
    open.delete(seq)
  }

  /** Sends what is open from the connection before, then what is new, until there is nothing more or the link breaks. */
  const sendAll = async (link: LooseLink, closed: AbortSignal): Promise<void> => {
    const resend = [...open]
    again += resend.length
    const began = performance.now()
    const underway = new Set<Promise<void>>()
    const state: { broken: unknown } = { broken: null }
    for (let count = 0; state.broken === null && !closed.aborted && !told.cut; count += 1) {
      // Ahead of the clock a reading would be set aside, and count as lost: a long loop comes up to now.
      while (resend.length === 0 && isAhead(next) && !told.finish && !told.cut) await pause(100)
      const seq = resend.shift() ?? (told.finish ? null : next++)
      if (seq === null) break
      // From here on it belongs to what has to arrive, even if the link breaks before it is sent.
      open.add(seq)
      const early = began + (count * 1_000) / perSecond - performance.now()
      // What is left to send at the end is sent as fast as it is acknowledged.
      if (early > 0 && !told.finish)
        await pause(early, undefined, { signal: AbortSignal.any([closed, finishing.signal]) }).catch(
          () => undefined,
        )
      while (underway.size >= WINDOW) await Promise.race(underway)
      const one: Promise<void> = send(link, seq)
        .catch((error: unknown) => {
          state.broken = error
        })
        .finally(() => underway.delete(one))
      underway.add(one)
    }
    await Promise.all(underway)
    if (state.broken !== null) throw state.broken
    if (closed.aborted) throw new Error('the link broke')
  }

  /** One connection, from birth to whatever ends it. */
  const connection = async (): Promise<void> => {
    conn += 1
    const closed = new AbortController()
    const link = await openLooseLink({
      url: url(),
      sn,
      secret,
      will: { v: 1, state: 'offline', boot, conn, reason: 'lwt' },
      listensTo,
      onMessage: () => {},
      onClose: () => {
        up.since = null
        closed.abort()
      },
    })
    try {
      await link.publish('status', { v: 1, state: 'online', boot, conn, ts: Date.now(), sn, report_s: 300 })
      const devices = [{ sn: inverter, t: 'inverter', rated_w: RATED_W }]
      await link.publish('inv', { v: 1, boot, rev: 1, devices })
      up.since = performance.now()
      failures = 0
      await sendAll(link, closed.signal)
      await link.close()
    } finally {
      link.cut()
    }
  }

  const work = async (): Promise<void> => {
    while (!told.cut && !(told.finish && open.size === 0))
      await connection().catch(() => pause(againMs(failures++)))
  }
  const working = work()
  return {
    inverter,
    acknowledged,
    reports: () => up.since !== null && up.ackAt > up.since,
    sent: () => ({ messages: next - 1, again }),
    tsOf,
    whOf,
    finish: () => {
      told.finish = true
      finishing.abort()
      return working
    },
    cut: () => {
      told.cut = true
    },
  }
}
