import * as z from 'zod/mini'
import { reportedStates } from '#contract/mqtt/telemetry.ts'
import { reportedKinds } from '#domain/devices/kinds.ts'
import { described, mannersShape } from '../description.ts'

/**
 * What a family of devices says at which registers, as data: a file a family in `edge/profiles/`. Here is its form;
 * what has to fit together is in `check-profile.ts`.
 */

const address = z.int().check(z.gte(0), z.lte(0xffff))
const table = z.enum(['holding', 'input'])
const order = z.enum(['high first', 'low first'])
export const pointTypes = [
  'u16',
  'i16',
  'u32',
  'i32',
  'u64',
  'i64',
  'f32',
  'bits16',
  'bits32',
  'bits64',
  'text',
] as const

/** Whether a point counts: by what another one of the same part said. What is not known is in no list, and excludes nothing. */
const condition = z.strictObject({
  /** As it stands in `to`. */
  of: z.string(),
  in: z.optional(z.array(z.number())),
  notIn: z.optional(z.array(z.number())),
  atLeast: z.optional(z.number()),
})

export const pointSchema = z.strictObject({
  at: address,
  /** Of the profile's table unless said otherwise. */
  table: z.optional(table),
  is: z.enum(pointTypes),
  /** Registers of a text. */
  words: z.optional(z.int().check(z.gte(1), z.lte(32))),
  order: z.optional(order),
  /** Its second register stands there and not behind the first. */
  apart: z.optional(address),
  /** Added to the raw number before it is scaled. */
  offset: z.optional(z.int()),
  /** value = (raw + offset) x scale; or x 10^what stands at `scaledBy`, a signed register of the same read. */
  scale: z.optional(z.number()),
  scaledBy: z.optional(address),
  /** Bits of the raw number alone, and moved down to its lowest. */
  mask: z.optional(z.int()),
  unit: z.optional(z.string()),
  /** Raw numbers, without a sign, that mean "no value", beside what the type has (all ones, the most negative). */
  none: z.optional(z.array(z.int())),
  /** 0 means "no value": a counter that is not there, or that is 0 until its device is awake. */
  zeroIsNone: z.optional(z.boolean()),
  /** The maker counts the other way round. */
  turned: z.optional(z.boolean()),
  when: z.optional(condition),
  /** It counts where no point before it said the same. */
  fallback: z.optional(z.boolean()),
  /** A number that stands for a text: which. */
  names: z.optional(z.record(z.string().check(z.regex(/^\d+$/)), z.string())),
  /** A meaning (`meanings.ts`). */
  to: z.string(),
})

/** A value that no register says: made of those that are known. All of `minus` and `product` have to be. */
const derivedSchema = z.strictObject({
  to: z.string(),
  sum: z.optional(z.array(z.string())),
  minus: z.optional(z.array(z.string())),
  product: z.optional(z.tuple([z.string(), z.string()])),
})

const statesSchema = z.strictObject({
  /** A point with a code; where it has none, the next entry speaks. */
  of: z.string(),
  /** By code; or by bit, the first that is set. */
  by: z.enum(['code', 'bit']),
  are: z.record(z.string().check(z.regex(/^\d+$/)), z.enum(reportedStates)),
})

const alarmsSchema = z.discriminatedUnion('by', [
  /** Each bit is an alarm: `codes` gives the maker's number where it is not the bit's own, counted from `first`. */
  z.strictObject({
    by: z.literal('bit'),
    of: z.string(),
    first: z.optional(z.int()),
    codes: z.optional(z.record(z.string().check(z.regex(/^\d+$/)), z.string())),
    /** Before the number: makers whose devices mean different things by the same bit. */
    prefix: z.optional(z.string()),
    /** Bits that are none. */
    ignore: z.optional(z.array(z.int())),
  }),
  /** One number says which alarm holds. */
  z.strictObject({
    by: z.literal('code'),
    of: z.string(),
    prefix: z.optional(z.string()),
    /** Numbers that mean that none holds. */
    none: z.array(z.int()),
    /** Up to this number they are no alarms; or these are, and no others. */
    above: z.optional(z.int()),
    only: z.optional(z.array(z.int())),
    /** It keeps the last one: only while this holds. */
    when: z.optional(condition),
  }),
])

const writeSchema = z.strictObject({
  at: address,
  is: z.enum(['u16', 'i16', 'u32', 'i32', 'f32']),
  order: z.optional(order),
  scale: z.optional(z.number()),
  by: z.enum(['one', 'many']),
  value: z.union([z.number(), z.literal('asked')]),
})
const controlSchema = z.strictObject({
  writes: z.array(writeSchema).check(z.minLength(1)),
  /** Indexes of `writes` whose registers say afterwards what was written. */
  readBack: z.array(z.int()),
})
const limitSchema = z.strictObject({
  set: controlSchema,
  lift: controlSchema,
  min: z.number(),
  /** Absent: the rated power. */
  max: z.optional(z.number()),
})

export const partSchema = z.strictObject({
  t: z.enum(reportedKinds),
  points: z.array(pointSchema).check(z.minLength(1)),
  derived: z.optional(z.array(derivedSchema)),
  states: z.optional(z.array(statesSchema)),
  alarms: z.optional(z.array(alarmsSchema)),
  /** It is there once one of these was read and was more than 1; absent: always. */
  thereWith: z.optional(z.array(z.string()).check(z.minLength(1))),
  controls: z.optional(
    z.strictObject({
      switch: z.optional(z.strictObject({ on: controlSchema, off: controlSchema })),
      restart: z.optional(controlSchema),
      limitPct: z.optional(limitSchema),
      limitW: z.optional(limitSchema),
    }),
  ),
})

const recogniseSchema = z.strictObject({
  at: address,
  table: z.optional(table),
  is: z.enum(pointTypes),
  words: z.optional(z.int()),
  order: z.optional(order),
  /** A text has to match it. */
  matches: z.optional(z.instanceof(RegExp)),
  /** A number has to be one of these, or between two. */
  in: z.optional(z.array(z.number())),
  between: z.optional(z.tuple([z.number(), z.number()])),
})

export const profileSchema = z.strictObject({
  ...described,
  /** As after `--profile`. */
  name: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40)),
  brand: z.string(),
  /** As before the dot of its alarms' codes. */
  maker: z.string().check(z.regex(/^[a-z]{2,9}$/)),
  /** The table and the order of words of its points. */
  table,
  order,
  /** All of one alternative have to hold. */
  recognise: z.array(z.array(recogniseSchema).check(z.minLength(1))).check(z.minLength(1)),
  blocks: z
    .array(
      z.strictObject({
        at: address,
        table: z.optional(table),
        count: z.int().check(z.gte(1), z.lte(125)),
        /** Read again after so many seconds; absent: with each reading. Only what a device says of itself. */
        everyS: z.optional(z.int()),
      }),
    )
    .check(z.minLength(1)),
  parts: z.array(partSchema).check(z.minLength(1)),
  manners: z.strictObject({
    ...mannersShape,
    timeoutMs: z.optional(z.int()),
    /** Registers of one request. */
    longest: z.int().check(z.gte(1), z.lte(125)),
    /** Answers of zeros alone are asked for again in blocks of these lengths. */
    zerosRefuse: z.optional(z.array(z.int())),
    /** Which to try, in their order. */
    units: z.array(z.int()).check(z.minLength(1)),
  }),
})

export type Profile = z.infer<typeof profileSchema>
export type ProfilePoint = z.infer<typeof pointSchema>
export type ProfilePart = z.infer<typeof partSchema>
export type ProfileCondition = z.infer<typeof condition>
export type ProfileAlarms = z.infer<typeof alarmsSchema>
export type ProfileControl = z.infer<typeof controlSchema>
export type ProfileSign = z.infer<typeof recogniseSchema>
