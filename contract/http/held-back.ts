import * as z from 'zod/mini'
import { instant } from '#domain/accounts/fields.ts'
import { reversions } from '#domain/commands/power-limits.ts'
import { listOf } from './lists.ts'

const count = z.int().check(z.minimum(0))
const measured = z.nullable(z.number())

/** Devices that somebody switched off: how many, when last, and who; null = none. They are no fault. */
export const switchedOff = z.nullable(
  z.strictObject({ devices: count, at: instant, by: z.nullable(z.string()) }),
)

const limitOf = {
  /** Share of rated power, %. */
  pct: measured,
  w: measured,
  at: instant,
  endsAt: instant,
  by: z.nullable(z.string()),
}
/** A limit that holds one device down: to what, since and until when, who set it. */
export const limitedDevice = z.strictObject(limitOf)

/**
 * Devices that a limit of power holds down: how many, to what (null where not all are held to the same), since and until
 * when, and who set it; null = none. They are no fault.
 */
export const limited = z.strictObject({ devices: count, ...limitOf })

/** What a device takes, by the word of its gateway. */
export const canView = z.strictObject({
  switch: z.boolean(),
  restart: z.boolean(),
  limit: z.nullable(
    z.strictObject({
      /** The lowest limit, % of rated power. */
      minPct: z.number(),
      units: listOf(z.enum(['pct', 'w']), 2),
      /** Who ends a limit that nobody renews. */
      reversion: z.enum(reversions),
    }),
  ),
})
