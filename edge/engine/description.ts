import * as z from 'zod/mini'
import { reportedStates } from '#contract/mqtt/telemetry.ts'
import { reportedKinds } from '#domain/devices/kinds.ts'
import { listMetrics, numberMetrics, phasesMetrics } from '#domain/telemetry/metrics.ts'

/**
 * What people want to know of a family of devices before they connect one, as data: `docs/devices.md` is made of it.
 * Profiles carry it themselves; a source that is code has a `Family` beside it.
 */

export const inBoth = z.strictObject({
  en: z.string().check(z.minLength(1)),
  zh_CN: z.string().check(z.minLength(1)),
})

/** What profiles and other sources say of themselves alike. */
export const described = {
  /** Which devices these are. */
  models: z.string().check(z.minLength(1)),
  /**
   * What was held against it: captures of devices; lists of registers alone, encoded by another program; or a protocol's
   * description, played by another program.
   */
  proof: z.enum(['captures', 'lists', 'played']),
  /** Which captures: folders and files of `shared/data`. */
  captures: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** Where sources disagree, and what was taken. */
  doubts: z.array(z.string()),
  sources: z.array(z.string()).check(z.minLength(1)),
  /** Schemes of its address, with port, unit and setting where they are not the usual ones. */
  reach: z
    .array(
      z.strictObject({
        scheme: z.string(),
        port: z.optional(z.int()),
        unit: z.optional(z.int()),
        /** Behind the `?`. */
        setting: z.optional(z.string()),
      }),
    )
    .check(z.minLength(1)),
  /** What to switch on in its menu. */
  switchOn: inBoth,
}

export const mannersShape = {
  settleMs: z.int(),
  gapMs: z.int(),
  /** It takes one connection and no more. */
  oneClient: z.boolean(),
  night: z.enum(['silent', 'answers', 'unknown']),
}

const metricNames = [...numberMetrics, ...phasesMetrics, ...listMetrics] as const
export type GivenMetric = (typeof metricNames)[number]

const givenSchema = z.strictObject({
  t: z.enum(reportedKinds),
  metrics: z.array(z.enum(metricNames)),
  states: z.array(z.enum(reportedStates)),
  /** As before the numbers of its alarms: `huawei.`, `deye.f`; none = it tells no alarms. */
  alarms: z.array(z.string().check(z.regex(/^[a-z]{2,9}\.[a-z]*$/))),
  controls: z.array(
    z.strictObject({
      op: z.enum(['limit', 'switch', 'restart']),
      unit: z.nullable(z.enum(['%', 'W'])),
      /** Who ends a limit that nobody renews; null = it is no limit. */
      ends: z.nullable(z.enum(['device', 'edge'])),
    }),
  ),
})
export type Given = z.infer<typeof givenSchema>

export const familySchema = z.strictObject({
  ...described,
  /** Its heading is brand and name. */
  name: z.string().check(z.minLength(1)),
  brand: z.string().check(z.minLength(1)),
  /** As after `--profile`. */
  profile: z.string(),
  /** None: whatever a person says. */
  gives: z.array(givenSchema),
  manners: z.strictObject({
    ...mannersShape,
    longest: z.optional(z.int()),
    units: z.optional(z.array(z.int())),
  }),
  /** What it could say, and is not read on purpose. */
  leftOut: z.array(z.strictObject({ what: z.string(), why: z.string() })),
})
export type Family = z.infer<typeof familySchema>
