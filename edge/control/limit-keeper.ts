import * as z from 'zod/mini'
import type { CommandResult } from '#contract/mqtt/command.ts'
import { type limitEnders, reversionSeconds } from '#contract/mqtt/command.ts'
import type { PowerLimit } from '#gateway/site.ts'
import type { DeviceControls } from '../engine/controls.ts'
import type { RegisterAccess } from '../engine/device.ts'
import type { EdgeClock } from '../runtime/edge-clock.ts'
import type { Facts } from '../store/facts.ts'
import { carryOut, standsAt, type Carried } from './carry-out.ts'
import { chooseLimit } from './choose-limit.ts'

export type LimitEnder = (typeof limitEnders)[number]
type Result = Omit<CommandResult, 'sn'>

/** A limit holds so long unless it is given again, seconds. Source: the design, 4 hours. */
const USUAL_SECONDS = 14_400
/** A device's own timer is given so long to be late before its limit is lifted for it, ms. No source: chosen. */
const GRACE_MS = 10_000
/** A limit that could not be lifted is tried again after so long, ms. No source: chosen. */
const AGAIN_MS = 30_000

const keptLimit = z.object({
  sn: z.string(),
  /** The command that gave it. */
  id: z.string(),
  pct: z.nullable(z.number()),
  w: z.nullable(z.number()),
  /** How long it was given for, seconds, and until when by the wall clock, epoch ms. */
  seconds: z.number(),
  endsAt: z.number(),
})
type Kept = z.infer<typeof keptLimit> & {
  endsMono: number
  /** When the device's own timer has to be set anew; null = it reaches to the end, or there is none. */
  refreshMono: number | null
  triedMono: number | null
  isBusy: boolean
  /** It was over before the edge had started again. */
  wasLate: boolean
}

const FACT = 'limits'

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
  ended: (id: string, sn: string, by: LimitEnder) => void
  log: (line: string) => void
}) => {
  const { facts, clock, controlsOf, ratedOf, use, ended, log } = options
  const wait = (ms: number): Promise<void> => clock.sleep(ms, new AbortController().signal)
  const kept = new Map<string, Kept>()
  const parsed = z.safeParse(z.array(keptLimit), facts.read(FACT))
  for (const one of parsed.success ? parsed.data : []) {
    // A clock that was put back makes no limit longer than it was given for.
    const left = Math.min(Math.max(0, one.endsAt - clock.wall()), one.seconds * 1000)
    kept.set(one.sn, {
      ...one,
      endsMono: clock.mono() + left,
      refreshMono: clock.mono(),
      triedMono: null,
      isBusy: false,
      wasLate: left === 0,
    })
  }
  const save = (): void =>
    facts.write(
      FACT,
      [...kept.values()].map(({ sn, id, pct, w, seconds, endsAt }) => ({ sn, id, pct, w, seconds, endsAt })),
    )

  const asOrdered = ({ id, pct, w, seconds }: Kept): PowerLimit =>
    pct === null ? { id, w: w ?? 0, rvrtS: seconds } : { id, pct, rvrtS: seconds }

  const chosenFor = (sn: string, limit: PowerLimit) => {
    const controls = controlsOf(sn)
    const chosen = controls === null ? null : chooseLimit(limit, controls, ratedOf(sn))
    return chosen === null || chosen === 'out_of_range' ? null : chosen
  }

  const isSame = (one: Kept): boolean => kept.get(one.sn) === one

  /** Its end, by the device or by us. */
  const end = async (one: Kept): Promise<void> => {
    const { sn } = one
    const chosen = chosenFor(sn, asOrdered(one))
    // Nothing is known of the device yet: it has to be read first.
    if (chosen === null) return
    const { control, asked } = chosen
    let by: LimitEnder = one.wasLate ? 'restart' : 'gateway'
    const given = { asked, seconds: one.seconds }
    if (control.reverts !== null) {
      const stands = await use(sn, (registers) => standsAt(registers, control.set, given))
      if (!stands.holds) by = 'device'
      else if (!one.wasLate && clock.mono() < one.endsMono + GRACE_MS) return
    }
    if (by !== 'device') {
      const lifted = await use(sn, (registers) =>
        carryOut(registers, control.lift, { asked: control.max, seconds: 0 }, wait),
      )
      if (lifted.outcome !== 'done' && lifted.outcome !== 'unproven')
        throw new Error(`the limit of ${sn} could not be lifted: ${lifted.outcome}`)
    }
    if (!isSame(one)) return
    kept.delete(sn)
    save()
    log(`the limit of ${sn} ended, by the ${by}`)
    ended(one.id, sn, by)
  }

  /** The device's own timer reaches less far than the limit: it is set anew while the limit is wanted. */
  const refresh = async (one: Kept): Promise<void> => {
    const chosen = chosenFor(one.sn, asOrdered(one))
    if (chosen === null) return
    const { control, asked } = chosen
    if (control.reverts === null) {
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

  const attempt = (one: Kept, work: (one: Kept) => Promise<void>): void => {
    one.isBusy = true
    one.triedMono = clock.mono()
    void work(one)
      .catch((error: unknown) => log(error instanceof Error ? error.message : String(error)))
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
        triedMono: null,
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
        return resultOf(carried, unit, ratedW)
      } catch {
        // Whether it had been written nobody knows: its end stays as it is.
        return { ok: false, code: 'no_answer' }
      } finally {
        one.isBusy = false
      }
    },
    /** Whatever is due; for about once a second. */
    tick(): void {
      const now = clock.mono()
      for (const one of kept.values()) {
        const rests = one.triedMono !== null && now < one.triedMono + AGAIN_MS
        // Of a device that was not read since the start nobody knows what may be written.
        if (one.isBusy || rests || controlsOf(one.sn) === null) continue
        if (now >= one.endsMono) attempt(one, end)
        else if (one.refreshMono !== null && now >= one.refreshMono) attempt(one, refresh)
      }
    },
  }
}

export type LimitKeeper = ReturnType<typeof createLimitKeeper>
