import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import type { DeviceControls } from '../controls.ts'
import type { AboutDevice, DeviceAlarm, DeviceReading, RawValue } from '../reading.ts'
import { bitsOf, decodePoint, sizeOf } from './decode-point.ts'
import { alarmsSaid } from './profile-alarms.ts'
import type { Profile, ProfileCondition, ProfileControl, ProfilePart } from './profile-schema.ts'
import type { ReadWords } from './read-blocks.ts'
import { metricsOf } from './said-metrics.ts'

/** Values by what they mean, as in `to`. What is not known is not there. */
type Said = Map<string, RawValue>

const bothOf = (first: number[] | null, second: number[] | null): number[] | null =>
  first === null || second === null ? null : [...first, ...second]

const valuesOf = (profile: Profile, part: ProfilePart, words: ReadWords): Said => {
  const said: Said = new Map()
  const conditioned: [(typeof part.points)[number], RawValue][] = []
  for (const point of part.points) {
    const table = point.table ?? profile.table
    const own =
      point.apart === undefined
        ? words.at(table, point.at, sizeOf(point))
        : bothOf(words.at(table, point.at, 1), words.at(table, point.apart, 1))
    if (own === null) continue
    const scale = point.scaledBy === undefined ? null : (words.at(table, point.scaledBy, 1)?.[0] ?? null)
    const read = decodePoint(point, own, profile.order, scale)
    const value = point.names === undefined || read === null ? read : (point.names[read] ?? null)
    if (value === null) continue
    if (point.when !== undefined) conditioned.push([point, value])
    else if (point.fallback !== true || !said.has(point.to)) said.set(point.to, value)
  }
  for (const [point, value] of conditioned)
    if (
      point.when !== undefined &&
      counts(point.when, said) &&
      (point.fallback !== true || !said.has(point.to))
    )
      said.set(point.to, value)
  for (const one of part.derived ?? []) {
    const value = derivedOf(one, said)
    if (value !== null && !said.has(one.to)) said.set(one.to, value)
  }
  return said
}

/** null = not known: what it asks was not said. */
const holds = ({ of, in: inside, notIn, atLeast }: ProfileCondition, said: Said): boolean | null => {
  const value = said.get(of)
  if (typeof value !== 'number') return null
  return inside?.includes(value) !== false && notIn?.includes(value) !== true && value >= (atLeast ?? value)
}

/** Whether a value counts: one that has to be in a list only if it is known to be. */
const counts = (condition: ProfileCondition, said: Said): boolean =>
  holds(condition, said) ?? condition.in === undefined

/** Products and differences of decimals, without the dust of binary fractions. */
const clean = (value: number): number => Number(value.toFixed(4))

const total = (numbers: readonly number[]): number => numbers.reduce((result, one) => result + one, 0)

const derivedOf = (
  { sum, minus, product }: NonNullable<ProfilePart['derived']>[number],
  said: Said,
): number | null => {
  const number = (name: string): number | null => {
    const value = said.get(name)
    return typeof value === 'number' ? value : null
  }
  const all = (names: readonly string[]): number[] | null => {
    const numbers = names.map(number).filter((value) => value !== null)
    return numbers.length === names.length ? numbers : null
  }
  if (product !== undefined) {
    const factors = all(product)
    return factors === null ? null : clean(factors.reduce((result, one) => result * one, 1))
  }
  const taken = all(minus ?? [])
  // Of a difference both sides have to be known; a sum is of what is there.
  const given = minus === undefined ? (sum ?? []).map(number).filter((one) => one !== null) : all(sum ?? [])
  if (taken === null || given === null || given.length === 0) return null
  return clean(total(given) - total(taken))
}

const stateOf = (part: ProfilePart, said: Said): ReportedState | null => {
  for (const { of, by, are } of part.states ?? []) {
    const value = said.get(of)
    if (typeof value !== 'number') continue
    const codes = by === 'code' ? [value] : bitsOf(value)
    const state = Object.entries(are).find(([code]) => codes.includes(Number(code)))?.[1]
    if (state !== undefined) return state
  }
  return null
}

const alarmsOf = (profile: Profile, part: ProfilePart, said: Said): DeviceAlarm[] | null => {
  if (part.alarms === undefined) return null
  const each = part.alarms.map((alarms) =>
    alarmsSaid(
      profile.maker,
      alarms,
      said.get(alarms.of),
      alarms.by === 'code' && alarms.when !== undefined ? holds(alarms.when, said) : true,
    ),
  )
  // With a word that was not read it is not known which have ended.
  if (each.some((one) => one === null)) return null
  const all = each.flatMap((one) => one ?? [])
  return all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index)
}

const text = (value: RawValue | undefined): string | null => (typeof value === 'string' ? value : null)
const count = (value: RawValue | undefined): number | null =>
  typeof value === 'number' && value > 0 ? value : null

const aboutOf = (profile: Profile, { t }: ProfilePart, said: Said): AboutDevice => {
  const sw = said.get('about.sw')
  const model = text(said.get('about.model'))
  return {
    // Who made the meter or battery behind an inverter it does not say, unless it names it.
    brand: t === 'inverter' || model !== null ? profile.brand : null,
    model,
    sw: typeof sw === 'number' ? String(sw) : text(sw),
    ratedW: count(said.get('about.ratedW')),
    mppt: count(said.get('about.mppt')),
    strings: count(said.get('about.strings')),
  }
}

const controlOf = ({ order }: Profile, { writes, readBack }: ProfileControl) => {
  const ready = writes.map(({ at, is, order: own, scale, by, value }) => ({
    address: at,
    type: is,
    order: own ?? order,
    scale: scale ?? 1,
    by,
    value,
  }))
  return { writes: ready, readBack: ready.filter((_, index) => readBack.includes(index)) }
}

const controlsOf = (profile: Profile, part: ProfilePart, ratedW: number | null): DeviceControls | null => {
  if (part.controls === undefined) return null
  const { switch: onOff, restart, limitPct, limitW } = part.controls
  const limit = (one: typeof limitPct, most: number | null) =>
    one === undefined || (one.max ?? most) === null
      ? null
      : {
          set: controlOf(profile, one.set),
          lift: controlOf(profile, one.lift),
          min: one.min,
          max: one.max ?? most ?? 0,
          // None of these makers' own registers ends a limit by itself.
          reverts: null,
        }
  return {
    switch:
      onOff === undefined ? null : { on: controlOf(profile, onOff.on), off: controlOf(profile, onOff.off) },
    restart: restart === undefined ? null : controlOf(profile, restart),
    limitPct: limit(limitPct, 100),
    limitW: limit(limitW, ratedW),
  }
}

/** Serials as the wire takes them; another one is none. */
const serialOf = (said: Said): string | null => {
  const own = said.get('about.sn')
  const sn = typeof own === 'number' ? String(own) : text(own)
  return sn !== null && /^[A-Za-z0-9][A-Za-z0-9._/-]{0,31}$/.test(sn) ? sn : null
}

/** 0, and -1 of those that say it so, are of what is not there. */
const isMore = (value: RawValue | undefined): boolean =>
  typeof value === 'number' ? Math.abs(value) > 1 : value !== undefined

/** What was read of a part of a device; null = the device has no such part, as far as it says. */
export const readPart = (
  profile: Profile,
  part: ProfilePart,
  words: ReadWords,
  wasThere: boolean,
): DeviceReading | null => {
  const said = valuesOf(profile, part, words)
  const isThere = part.thereWith?.some((to) => isMore(said.get(to))) ?? said.size > 0
  if (!isThere && !(wasThere && said.size > 0)) return null
  const about = aboutOf(profile, part, said)
  const alarmWords = (part.alarms ?? []).flatMap(({ by, of }) => {
    const value = said.get(of)
    return by === 'bit' && typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER ? [value] : []
  })
  return {
    sn: serialOf(said),
    t: part.t,
    st: stateOf(part, said),
    m: metricsOf(said, alarmWords),
    raw: Object.fromEntries(
      [...said].flatMap(([to, value]) => (to.startsWith('raw.') ? [[to.slice(4), value]] : [])),
    ),
    about,
    alarms: alarmsOf(profile, part, said),
    controls: controlsOf(profile, part, about.ratedW),
  }
}
