import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import type { AlarmCondition } from './site.ts'

/** Says what begins and ends on a gateway's devices, and after each birth what is still going on. */
export interface AlarmReporter {
  /** Repeats everything active, then `sync`; for after a birth. */
  announce(active: readonly AlarmCondition[]): void
  /** Raises what is new, clears what has ended at `ts` (the gateway's clock). */
  update(active: readonly AlarmCondition[], ts: number): void
}

export function alarmReporter(gateway: {
  readonly boot: string
  readonly nextSeq: () => number
  /** The gateway's clock for an instant. */
  readonly stamp: (ts: number) => number
  readonly send: (event: AlarmEvent) => void
}): AlarmReporter {
  const { boot, nextSeq, stamp, send } = gateway
  let known: readonly AlarmCondition[] = []
  const raise = ({ aid, sn, code, lvl, since, ctx }: AlarmCondition): void =>
    send({ v: 1, boot, seq: nextSeq(), ev: 'raise', aid, sn, code, lvl, ts: stamp(since), ctx })
  return {
    announce(active) {
      known = active
      active.forEach(raise)
      send({ v: 1, boot, seq: nextSeq(), ev: 'sync', active: active.map((one) => one.aid) })
    },
    update(active, ts) {
      const before = known
      known = active
      active.filter((one) => !isIn(before, one)).forEach(raise)
      for (const { aid } of before.filter((one) => !isIn(active, one)))
        send({ v: 1, boot, seq: nextSeq(), ev: 'clear', aid, ts: stamp(ts) })
    },
  }
}

function isIn(list: readonly AlarmCondition[], one: AlarmCondition): boolean {
  return list.some((other) => other.aid === one.aid)
}
