import * as z from 'zod/mini'
import { line, uuid } from '../accounts/fields.ts'
import {
  AREA_SIDE_MAX,
  MODULES_MAX,
  MODULE_W_MAX,
  MPPT_NO_MAX,
  POSITION_MAX,
  STRING_NAME_MAX,
  STRING_NO_MAX,
} from './limits.ts'

const whole = (max: number) => z.int().check(z.minimum(1), z.maximum(max))
export const stringNo = whole(STRING_NO_MAX)
export const stringPosition = whole(POSITION_MAX)
export const mpptNo = whole(MPPT_NO_MAX)

/** W, above 0, at most two decimals. */
const isCapacity = z.refine<number>(
  (watts) =>
    watts > 0 && watts <= 1e9 && Math.abs(watts * 100 - Math.round(watts * 100)) < 1e-6 * watts + 1e-9,
  { error: 'string_capacity' },
)
export const stringCapacity = z.number().check(isCapacity)

/** What a person enters of a string. */
export const stringInput = z.strictObject({
  mpptNo: z.nullable(mpptNo),
  no: stringNo,
  name: line(STRING_NAME_MAX),
  capacityW: z.nullable(stringCapacity),
})

/** A new one, by a person who stands before it: its capacity is known. What is found by itself may lack it. */
export const newStringInput = z.extend(stringInput, {
  capacityW: z.number({ error: 'required' }).check(isCapacity),
})

const planCoordinate = z.number().check(z.minimum(-10_000), z.maximum(10_000))

/** A field of modules that lie side by side. `x`, `y`: its left upper corner on the plan, in module widths. */
export const areaInput = z.strictObject({
  name: line(STRING_NAME_MAX),
  rows: whole(AREA_SIDE_MAX),
  cols: whole(AREA_SIDE_MAX),
  portrait: z.boolean(),
  tiltDeg: z.nullable(
    z.number().check(z.minimum(0, { error: 'tilt_range' }), z.maximum(90, { error: 'tilt_range' })),
  ),
  azimuthDeg: z.nullable(
    z.number().check(z.minimum(0, { error: 'azimuth_range' }), z.lt(360, { error: 'azimuth_range' })),
  ),
  x: planCoordinate,
  y: planCoordinate,
})

/**
 * Where a device is to hang. `placeId`: the place the caller saw it in, or an empty one to hang it in; a device that is
 * in another string already is moved only when its present place is named.
 */
export const placeChange = z.strictObject({
  deviceId: uuid,
  placeId: z.optional(uuid),
  stringId: z.nullable(uuid),
  position: z.nullable(stringPosition),
  areaId: z.nullable(uuid),
  row: z.nullable(whole(AREA_SIDE_MAX)),
  col: z.nullable(whole(AREA_SIDE_MAX)),
  modules: whole(MODULES_MAX),
  /** W of all its modules together. */
  moduleW: z.nullable(z.number().check(z.gt(0), z.maximum(MODULE_W_MAX))),
})
export type PlaceChange = z.output<typeof placeChange>

export const conflictCodes = ['position_taken', 'spot_taken', 'other_string'] as const
export type ConflictCode = (typeof conflictCodes)[number]
