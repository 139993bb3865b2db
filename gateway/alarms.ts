import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import type { AlarmCondition } from './site.ts'

/** What began or ended, until the server has it. */
export type AlarmNews =
  | ({ readonly ev: 'raise' } & AlarmCondition)
  | { readonly ev: 'clear'; readonly aid: string; readonly ts: number }

/** What must not be forgotten of alarms: what was not acknowledged yet, oldest first. */
export interface AlarmMemory {
  read(): readonly AlarmNews[]
  write(news: readonly AlarmNews[]): void
}

/** A memory that is gone with the process. */
export const alarmMemory = (): AlarmMemory => {
  let kept: readonly AlarmNews[] = []
  return {
    read: () => kept,
    write: (news) => {
      kept = news
    },
  }
}

/** Says what begins and ends on a gateway's devices, also what did so while nobody heard it, and after each birth what is still going on. */
export interface AlarmReporter {
  /** Somebody hears: what happened meanwhile, everything active, then `sync`; for after a birth. */
  announce(active: readonly AlarmCondition[], ts: number): void
  /** Notes what is new, and what has ended at `ts` (the gateway's clock); says it where somebody hears. */
  update(active: readonly AlarmCondition[], ts: number): void
  /** The link is down: what happens now waits for the next birth. */
  pause(): void
}

/** News that wait; beyond it the oldest are given up. No source: chosen. */
const NEWS_KEPT = 500

/** `publish` rejects when the link breaks before the acknowledgement, and resolves to false without a link. */
export function alarmReporter(gateway: {
  readonly boot: string
  readonly nextSeq: () => number
  /** The gateway's clock for an instant. */
  readonly stamp: (ts: number) => number
  readonly publish: (event: AlarmEvent) => Promise<boolean>
  readonly memory: AlarmMemory
}): AlarmReporter {
  const { boot, nextSeq, stamp, publish, memory } = gateway
  const numbered = (news: AlarmNews) => ({ news, seq: nextSeq() })
  // Sent again under its number: the server knows by it what it has heard.
  let owed = memory.read().map(numbered)
  let known: readonly AlarmCondition[] = []
  let isHeard = false

  const eventOf = (news: AlarmNews, seq: number): AlarmEvent => {
    const envelope = { v: 1, boot, seq } as const
    if (news.ev === 'clear') return { ...envelope, ...news, ts: stamp(news.ts) }
    const { ev, aid, sn, code, lvl, since, ctx } = news
    return { ...envelope, ev, aid, sn, code, lvl, ts: stamp(since), ctx }
  }
  const keep = (next: typeof owed): void => {
    owed = next.slice(-NEWS_KEPT)
    memory.write(owed.map(({ news }) => news))
  }
  const say = async (one: (typeof owed)[number]): Promise<void> => {
    const acknowledged = await publish(eventOf(one.news, one.seq)).catch(() => false)
    if (acknowledged) keep(owed.filter((other) => other !== one))
  }
  const sayAgain = (event: AlarmEvent): void => void publish(event).catch(() => false)

  /** What has changed since the last look. */
  const note = (active: readonly AlarmCondition[], ts: number): typeof owed => {
    const before = known
    known = active
    const begun = active
      .filter((one) => !isIn(before, one))
      .map((one): AlarmNews => ({ ev: 'raise', ...one }))
    const ended = before
      .filter((one) => !isIn(active, one))
      .map(({ aid }): AlarmNews => ({ ev: 'clear', aid, ts }))
    const fresh = [...begun, ...ended].map(numbered)
    if (fresh.length > 0) keep([...owed, ...fresh])
    return fresh
  }

  return {
    announce(active, ts) {
      note(active, ts)
      isHeard = true
      const told = new Set(owed.map(({ news }) => (news.ev === 'raise' ? news.aid : '')))
      for (const one of owed) void say(one)
      for (const one of active) if (!told.has(one.aid)) sayAgain(eventOf({ ev: 'raise', ...one }, nextSeq()))
      sayAgain({ v: 1, boot, seq: nextSeq(), ev: 'sync', active: active.map(({ aid }) => aid) })
    },
    update(active, ts) {
      for (const one of note(active, ts)) if (isHeard) void say(one)
    },
    pause() {
      isHeard = false
    },
  }
}

function isIn(list: readonly AlarmCondition[], one: AlarmCondition): boolean {
  return list.some((other) => other.aid === one.aid)
}
