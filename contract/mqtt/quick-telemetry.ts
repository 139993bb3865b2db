import * as z from 'zod/mini'
import { phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'
import { isStorable, latestInstant, widestRegister } from './fields.ts'
import {
  maxTelemetryItems,
  metrics,
  mostAlarmWords,
  mostStrings,
  mostTrackers,
  mpptReading,
  registerLimit,
  reportedStates,
  stringReading,
  type Telemetry,
} from './telemetry.ts'

/**
 * Says of telemetry that is written exactly as the contract has it that it is so, in a twentieth of the schema's
 * time: most of a large fleet's load is such messages. It only ever says yes or "ask the schema"; its bounds are the
 * schema's own, and a test holds the two against each other.
 */

type Numbers = ReadonlyMap<string, { min: number; max: number }>
type Json = Record<string, unknown>

/** Bounds of the properties of a schema that are numbers or null. */
const numbersOf = (schema: z.core.$ZodType): Numbers => {
  const { properties = {} } = z.toJSONSchema(schema)
  const found = new Map<string, { min: number; max: number }>()
  for (const [name, property] of Object.entries(properties)) {
    const { anyOf } = property as { anyOf?: { type?: string; minimum?: number; maximum?: number }[] }
    const bounds = anyOf?.find(({ type }) => type === 'number')
    if (bounds?.minimum !== undefined && bounds.maximum !== undefined)
      found.set(name, { min: bounds.minimum, max: bounds.maximum })
  }
  return found
}

const metricNumbers = numbersOf(metrics)
const phasesNames: ReadonlySet<string> = new Set(phasesMetrics)
const switchNames: ReadonlySet<string> = new Set(switchMetrics)
const mpptNumbers = numbersOf(mpptReading)
const stringNumbers = numbersOf(stringReading)
const states: ReadonlySet<unknown> = new Set([...reportedStates, null])
const plainSerial = /^[A-Z0-9][A-Z0-9._/-]{0,31}$/
const plainBoot = /^[0-9A-Za-z_-]{4,64}$/

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isInstant = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= latestInstant
const within = (value: unknown, min: number, max: number): boolean =>
  value === null || (typeof value === 'number' && value >= min && value <= max)

const phases = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 3 &&
    value.every((one) => within(one, -registerLimit, registerLimit)))

/** A numbered part of a device, with the numbers that are measured of it. */
const numbered = (value: unknown, numbers: Numbers): boolean => {
  if (!isObject(value)) return false
  const { n } = value
  if (!Number.isSafeInteger(n) || (n as number) < 1 || (n as number) > 1000) return false
  for (const name in value) {
    if (name === 'n') continue
    const bounds = numbers.get(name)
    if (bounds === undefined || !within(value[name], bounds.min, bounds.max)) return false
  }
  return true
}

const tracker = (value: unknown): boolean => numbered(value, mpptNumbers)
const oneString = (value: unknown): boolean => numbered(value, stringNumbers)
const alarmWord = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const listOf = (value: unknown, most: number, each: (one: unknown) => boolean): boolean =>
  value === null || (Array.isArray(value) && value.length <= most && value.every(each))

const measured = (value: unknown): boolean => {
  if (!isObject(value)) return false
  for (const name in value) {
    const one = value[name]
    const bounds = metricNumbers.get(name)
    if (bounds !== undefined) {
      if (!within(one, bounds.min, bounds.max)) return false
    } else if (phasesNames.has(name)) {
      if (!phases(one)) return false
    } else if (name === 'mppt') {
      if (!listOf(one, mostTrackers, tracker)) return false
    } else if (name === 'str') {
      if (!listOf(one, mostStrings, oneString)) return false
    } else if (name === 'al') {
      if (!listOf(one, mostAlarmWords, alarmWord)) return false
    } else if (switchNames.has(name)) {
      if (one !== null && typeof one !== 'boolean') return false
    } else return false
  }
  return true
}

const registers = (value: unknown): boolean => {
  if (value === undefined || value === null) return true
  if (!isObject(value)) return false
  const names = Object.keys(value)
  return (
    names.length <= 32 &&
    names.every((name) => {
      const one = value[name]
      if (name.length > 32 || name === '__proto__' || !isStorable(name)) return false
      return (
        typeof one === 'boolean' ||
        (typeof one === 'string' && one.length <= 64 && isStorable(one)) ||
        within(one, -widestRegister, widestRegister)
      )
    })
  )
}

const itemNames = new Set(['sn', 'ts', 'st', 'raw', 'm'])
const item = (value: unknown): boolean => {
  if (!isObject(value)) return false
  for (const name in value) if (!itemNames.has(name)) return false
  const { sn, ts, st } = value
  return (
    typeof sn === 'string' &&
    plainSerial.test(sn) &&
    (ts === undefined || ts === null || isInstant(ts)) &&
    (st === undefined || states.has(st)) &&
    registers(value['raw']) &&
    measured(value['m'])
  )
}

const messageNames = new Set(['v', 'boot', 'seq', 'ts', 'hist', 'd'])

/** `body`, from JSON, when it is telemetry of the contract with nothing besides; null when the schema has to be asked. */
export const quickTelemetry = (body: unknown): Telemetry | null => {
  if (!isObject(body)) return null
  for (const name in body) if (!messageNames.has(name)) return null
  const { v, boot, seq, ts, hist, d } = body
  const plain =
    v === 1 &&
    typeof boot === 'string' &&
    plainBoot.test(boot) &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 0 &&
    isInstant(ts) &&
    (hist === undefined || hist === null || typeof hist === 'boolean') &&
    Array.isArray(d) &&
    d.length <= maxTelemetryItems &&
    d.every(item)
  return plain ? (body as Telemetry) : null
}
