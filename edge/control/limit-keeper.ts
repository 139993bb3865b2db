import type { CommandResult } from '#contract/mqtt/command.ts'
import { reversionSeconds } from '#contract/mqtt/command.ts'
import type { PowerLimit } from '#gateway/site.ts'
import type { DeviceControls, LimitControl } from '../engine/controls.ts'
import type { RegisterAccess } from '../engine/device.ts'
import type { EdgeClock } from '../runtime/edge-clock.ts'
import type { Facts } from '../store/facts.ts'
import { carryOut, standsAt, type Carried } from './carry-out.ts'
import { chooseLimit } from './choose-limit.ts'
import { type KeptLimit, type LimitEnder, openLastEnds, readLimits, writeLimits } from './limit-records.ts'

type Result = Omit<CommandResult, 'sn'>

/** A limit holds so long unless it is given again, seconds. Source: the design, 4 hours. */
const USUAL_SECONDS = 14_400
/** A device's own timer is given so long to be late before its limit is lifted for it, ms. No source: chosen. */
const GRACE_MS = 10_000
/** A limit that could not be lifted is tried again after so long, ms. No source: chosen. */
const AGAIN_MS = 30_000
/** Lifting takes a moment, and a limit must not outlast the time that was shown, ms. No source: chosen. */
const EARLY_MS = 2_000
/** A device's timer was set a moment after the limit was given: so long later, and so often, it is looked at, ms. No source: chosen. */
const LATER_MS = 1_000
/** So often it is asked whether a limit still holds: a device that starts anew forgets it, ms. No source: chosen. */
const LOOK_MS = 15_000

type Kept = KeptLimit & {
  endsMono: number
  /** When the device's own timer has to be set anew; null = it reaches to the end, or there is none. */
  refreshMono: number | null
  triedMono: number | null
  lookedMono: number
  isBusy: boolean
  /** It was over before the edge had started again. */
  wasLate: boolean
}

const resultOf = ({ outcome, reads }: Carried, unit: 'pct' | 'w', ratedW: number | null): Result => {
  const ok = outcome === 'done' || outcome === 'unproven'
  const pct = unit === 'pct' ? reads : reads === null || ratedW === null ? null : (reads / ratedW) * 100
  return {
    ok,
    ...(outcome === 'done' ? {} : { code: outcome }),
    ...(reads === null
      ? {}
      : {
          after: {
            ...(pct === null ? {} : { limit_pct: pct }),
            ...(unit === 'w' ? { limit_w: reads } : {}),
          },
        }),
  }
}

/**
 * Limits that hold, and their ends. Whoever gave one may die, and so may this program: the device ends it by its own
 * timer where it has one; otherwise what is kept on disk before the first write does, at the latest at the next start.
 */
export const createLimitKeeper = (options: {
  facts: Facts
  clock: EdgeClock
  controlsOf: (sn: string) => DeviceControls | null
  ratedOf: (sn: string) => number | null
  /** The registers of a device, alone, for as long as `work` takes. */
  use: <T>(sn: string, work: (registers: RegisterAccess) => Promise<T>) => Promise<T>
  /** `at`: epoch ms. */
  ended: (id: string, sn: string, by: LimitEnder, at: number) => void
  log: (line: string) => void
}) => {
  const { facts, clock, controlsOf, ratedOf, use, ended, log } = options
  const wait = (ms: number): Promise<void> => clock.sleep(ms, new AbortController().signal)
  const kept = new Map<string, Kept>()
  const lastEnds = openLastEnds(facts, log)
  for (const one of readLimits(facts)) {
    // A clock that was put back makes no limit longer than it was given for.
    const left = Math.min(Math.max(0, one.endsAt - clock.wall()), one.seconds * 1000)
    kept.set(one.sn, {
      ...one,
      endsMono: clock.mono() + left,
      refreshMono: clock.mono(),
      triedMono: null,
      lookedMono: clock.mono(),
      isBusy: false,
      wasLate: left === 0,
    })
  }
  const save = (): void => writeLimits(facts, kept.values())

  const asOrdered = ({ id, pct, w, seconds }: Kept): PowerLimit =>
    pct === null ? { id, w: w ?? 0, rvrtS: seconds } : { id, pct, rvrtS: seconds }

  const chosenFor = (sn: string, limit: PowerLimit) => {
    const controls = controlsOf(sn)
    const chosen = controls === null ? null : chooseLimit(limit, controls, ratedOf(sn))
    return chosen === null || chosen === 'out_of_range' ? null : chosen
  }

  const isSame = (one: Kept): boolean => kept.get(one.sn) === one

  /** It stands as one without a limit; false as well where it cannot be asked. */
  const isFree = async (sn: string, { lift, max }: LimitControl): Promise<boolean> =>
    (await use(sn, (registers) => standsAt(registers, lift, { asked: max, seconds: 0 }))).holds

  const over = (one: Kept, by: LimitEnder): void => {
    if (!isSame(one)) return
    kept.delete(one.sn)
    save()
    // Of one that was never taken nobody waits for the end.
    if (!one.held) return
    log(`the limit of ${one.sn} ended, by the ${by}`)
    // A device that was found free after its end let go then, and not when it was found.
    const at = by === 'device' ? Math.min(clock.wall(), one.endsAt) : clock.wall()
    lastEnds.note({ sn: one.sn, id: one.id, by, at })
    ended(one.id, one.sn, by, at)
  }

  /** Its end, by the device or by us. */
  const end = async (one: Kept): Promise<void> => {
    const { sn } = one
    const chosen = chosenFor(sn, asOrdered(one))
    // Nothing is known of the device yet: it has to be read first.
    if (chosen === null) return
    const { control } = chosen
    if (await isFree(sn, control)) return over(one, 'device')
    if (control.reverts !== null && !one.wasLate && clock.mono() < one.endsMono + GRACE_MS) {
      one.triedMono = clock.mono() + LATER_MS - AGAIN_MS
      return
    }
    const lifted = await use(sn, (registers) =>
      carryOut(registers, control.lift, { asked: control.max, seconds: 0 }, wait),
    )
    if (lifted.outcome !== 'done' && lifted.outcome !== 'unproven')
      throw new Error(`the limit of ${sn} could not be lifted: ${lifted.outcome}`)
    over(one, one.wasLate ? 'restart' : 'gateway')
  }

  /** In between: whether it still holds. */
  const look = async (one: Kept): Promise<void> => {
    one.lookedMono = clock.mono()
    const control = chosenFor(one.sn, asOrdered(one))?.control
    if (control !== undefined && (await isFree(one.sn, control).catch(() => false))) over(one, 'device')
  }

  const dueAt = (one: Kept): number => {
    const reverts = chosenFor(one.sn, asOrdered(one))?.control.reverts ?? null
    return reverts === null ? one.endsMono - EARLY_MS : one.endsMono + LATER_MS
  }

  /** The device's own timer reaches less far than the limit: it is set anew while the limit is wanted. */
  const refresh = async (one: Kept): Promise<void> => {
    const chosen = chosenFor(one.sn, asOrdered(one))
    if (chosen === null) return
    const { control, asked } = chosen
    // It reaches to the end, also over a new start of ours.
    if (control.reverts === null || one.seconds <= control.reverts.max) {
      one.refreshMono = null
      return
    }
    const left = Math.ceil((one.endsMono - clock.mono()) / 1000)
    const seconds = Math.min(Math.max(left, control.reverts.min), control.reverts.max)
    const carried = await use(one.sn, (registers) =>
      carryOut(registers, control.set, { asked, seconds }, wait),
    )
    if (carried.outcome !== 'done' && carried.outcome !== 'unproven')
      throw new Error(`the limit of ${one.sn} could not be renewed: ${carried.outcome}`)
    one.refreshMono = nextRefresh(left, control.reverts.max)
  }
  const nextRefresh = (left: number, most: number): number | null =>
    left <= most ? null : clock.mono() + (most * 1000) / 2

  /**
   * A device that did not take a limit may do so later, or in part: the end stays. One that held before goes on, and ends
   * no later for it.
   */
  const notTaken = (one: Kept, before: Kept | undefined): void => {
    if (!isSame(one)) return
    if (before === undefined) one.held = false
    else
      kept.set(one.sn, {
        ...before,
        endsAt: Math.min(before.endsAt, one.endsAt),
        endsMono: Math.min(before.endsMono, one.endsMono),
        isBusy: false,
      })
    try {
      save()
    } catch (error) {
      log(`a limit that was not taken could not be noted: ${String(error)}`)
    }
  }

  const attempt = (one: Kept, work: (one: Kept) => Promise<void>): void => {
    one.isBusy = true
    one.triedMono = null
    void work(one)
      .catch((error: unknown) => {
        // Only what failed rests: an end must not wait for what went well before it.
        one.triedMono = clock.mono()
        log(error instanceof Error ? error.message : String(error))
      })
      .finally(() => {
        one.isBusy = false
      })
  }

  return {
    async order(sn: string, limit: PowerLimit): Promise<Result> {
      const controls = controlsOf(sn)
      const ratedW = ratedOf(sn)
      const chosen = controls === null ? null : chooseLimit(limit, controls, ratedW)
      if (chosen === null) return { ok: false, code: 'unsupported' }
      if (chosen === 'out_of_range') return { ok: false, code: 'out_of_range' }
      const { control, asked, unit } = chosen
      const before = kept.get(sn)
      if (asked >= control.max) {
        // Who lifts what is over has not heard of its end: a broker that died had taken the word and lost it.
        const last = before === undefined ? lastEnds.of(sn) : undefined
        if (last !== undefined) ended(last.id, sn, last.by, last.at)
        const given = { asked: control.max, seconds: 0 }
        const lifted = await use(sn, (registers) => carryOut(registers, control.lift, given, wait))
        if (lifted.outcome === 'done' || lifted.outcome === 'unproven') {
          kept.delete(sn)
          save()
        }
        return resultOf({ ...lifted, reads: lifted.outcome === 'done' ? control.max : null }, unit, ratedW)
      }
      const seconds = Math.min(
        Math.max(limit.rvrtS ?? USUAL_SECONDS, reversionSeconds.min),
        reversionSeconds.max,
      )
      const { reverts } = control
      const own = reverts === null ? seconds : Math.min(Math.max(seconds, reverts.min), reverts.max)
      const one: Kept = {
        sn,
        id: limit.id,
        pct: 'pct' in limit ? limit.pct : null,
        w: 'w' in limit ? limit.w : null,
        seconds,
        endsAt: clock.wall() + seconds * 1000,
        endsMono: clock.mono() + seconds * 1000,
        refreshMono: reverts === null ? null : nextRefresh(seconds, reverts.max),
        held: true,
        triedMono: null,
        lookedMono: clock.mono(),
        isBusy: true,
        wasLate: false,
      }
      // On disk before the first write: whatever dies now, it ends.
      kept.set(sn, one)
      try {
        save()
      } catch (error) {
        if (before) kept.set(sn, before)
        else kept.delete(sn)
        log(`a limit could not be kept and is not given: ${String(error)}`)
        return { ok: false, code: 'not_kept' }
      }
      try {
        const carried = await use(sn, (registers) =>
          carryOut(registers, control.set, { asked, seconds: own }, wait),
        )
        if (carried.outcome !== 'done' && carried.outcome !== 'unproven') notTaken(one, before)
        return resultOf(carried, unit, ratedW)
      } catch {
        notTaken(one, before)
        return { ok: false, code: 'no_answer' }
      } finally {
        one.isBusy = false
        one.lookedMono = clock.mono()
      }
    },
    /** Whatever is due; for about once a second. */
    tick(): void {
      const now = clock.mono()
      for (const one of kept.values()) {
        const rests = one.triedMono !== null && now < one.triedMono + AGAIN_MS
        // Of a device that was not read since the start nobody knows what may be written.
        if (one.isBusy || rests || controlsOf(one.sn) === null) continue
        if (now >= dueAt(one)) attempt(one, end)
        else if (one.refreshMono !== null && now >= one.refreshMono) attempt(one, refresh)
        else if (one.held && now >= one.lookedMono + LOOK_MS) attempt(one, look)
      }
    },
  }
}

export type LimitKeeper = ReturnType<typeof createLimitKeeper>
