/**
 * What one message about one instance of a fault means. Messages come twice, late, and to several servers at once, so
 * each is held against what was heard last of the same instance.
 */
export type Signal = { active: boolean; boot: string; seq: number; ts: number }
export type Heard = { boot: string; seq: number; ts: number }

/** A gateway's clock may be ahead by this much; beyond it the instant of arrival is taken. Source: the product's wire rules. */
export const AHEAD_MS = 10 * 60_000

/** A fault may go on for long; what is said to be older than a year comes from a clock that began anew (1970, 2000). No source: chosen. */
const BEHIND_MS = 366 * 86_400_000

/** When it occurred, epoch ms: never later than it was heard of, and then where the gateway's clock is not believed. */
export const occurredAt = (ts: number, arrivedAt: number): number =>
  ts > arrivedAt + AHEAD_MS || ts < arrivedAt - BEHIND_MS ? arrivedAt : Math.min(ts, arrivedAt)

/** Within a boot a gateway counts its messages: what is not behind the last one was said before it, or is it again. */
const isOld = (known: Signal, heard: Heard): boolean => known.boot === heard.boot && heard.seq <= known.seq

/**
 * `repeat`: what is known already, also after a new start of the gateway, which names again what still goes on. `again`:
 * a further occurrence while it goes on. `begins`: it was over, or never was.
 */
export const judgeRaise = (known: Signal | null, heard: Heard): 'old' | 'repeat' | 'again' | 'begins' => {
  if (known === null) return 'begins'
  if (isOld(known, heard)) return 'old'
  // Since when it goes on is what it said before: nothing new has happened, also when a person has cleared it meanwhile.
  if (known.active) return heard.ts > known.ts ? 'again' : 'repeat'
  // Of one boot the order of the messages decides, whatever its clock does; across boots only the instants are left.
  return known.boot === heard.boot || heard.ts > known.ts ? 'begins' : 'old'
}

/** `noted`: nothing is open, but a raise that comes after it and is older must not open anything. */
export const judgeClear = (known: Signal | null, heard: Heard): 'old' | 'noted' | 'ends' => {
  if (known === null) return 'noted'
  if (isOld(known, heard)) return 'old'
  return known.active ? 'ends' : 'noted'
}

/** Whether what goes on is over because a gateway's list of all that goes on does not name it. */
export const endsBySync = (known: Signal, sync: { boot: string; seq: number }): boolean =>
  known.active && !(known.boot === sync.boot && known.seq > sync.seq)

/** `device:code:instance`; null when it is none. */
export const partsOfAlarmId = (aid: string): { sn: string; code: string; instance: string } | null => {
  const [sn, code, instance, ...more] = aid.split(':')
  return sn && code && instance && more.length === 0 ? { sn, code, instance } : null
}
