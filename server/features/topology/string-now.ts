import type * as z from 'zod/mini'
import type { stringNow } from '#contract/http/strings.ts'
import { MPPT_NO_MAX } from '#domain/devices/limits.ts'
import { stateAt } from '#domain/telemetry/device-state.ts'
import { heardCell, heatToleranceMs, silentCell, type HeatCell } from '#domain/telemetry/heat.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { medianOf } from '#domain/telemetry/peers.ts'
import {
  sourceOf,
  stringValues,
  trackerPowers,
  type PartsReading,
  type StringSource,
} from '#domain/telemetry/string-source.ts'
import type { StringRow } from '../arrays/array-store.ts'
import { stateNow } from '../devices/device-state-now.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import { cellNow, isFresh } from './cell-now.ts'
import type { StringMember } from './string-store.ts'

type StringNow = z.output<typeof stringNow>

/** A string with all that may tell of it. */
export type KnownString = {
  row: StringRow
  source: StringSource
  members: readonly StringMember[]
}

/** Shortest decimal of the single precision that is stored. */
export const tidy = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(6))

const partsOf = (row: DeviceNow | undefined): PartsReading | null =>
  row?.ts == null ? null : { flags: row.flags ?? 0, mppt: row.mppt, str: row.str }

/**
 * From which part of the entered power of a string on its optimizers, by their ratings, are taken to be at all of its
 * modules: they are often rated above or somewhat below these. No source: chosen.
 */
const WHOLE_FROM = 0.7

/** Nothing says that modules of the string have no optimizer. */
const isWhole = (
  { capacityW }: StringRow,
  own: readonly StringMember[],
  devices: ReadonlyMap<string, DeviceNow>,
): boolean => {
  const rated = own.map(({ deviceId }) => devices.get(deviceId)?.rated_w ?? null)
  if (capacityW === null || rated.some((one) => one === null)) return true
  return rated.reduce<number>((sum, one) => sum + (one ?? 0), 0) >= WHOLE_FROM * capacityW
}

/** What tells of each string, by the newest reading of its inverter. */
export const knownStrings = (
  strings: readonly StringRow[],
  members: readonly StringMember[],
  devices: ReadonlyMap<string, DeviceNow>,
): KnownString[] => {
  const byString = Map.groupBy(members, ({ stringId }) => stringId)
  const byInverter = Map.groupBy(strings, ({ inverterId }) => inverterId)
  return strings.map((row) => {
    const own = byString.get(row.id) ?? []
    const reading = partsOf(devices.get(row.inverterId))
    const siblings = byInverter.get(row.inverterId) ?? []
    const optimizers = { count: own.length, whole: isWhole(row, own, devices) }
    return { row, members: own, source: sourceOf(row, siblings, reading, optimizers) }
  })
}

/** Of a cell no more than these two: it knows of more. */
const unmeasured = ({ state, ts }: Pick<StringNow, 'state' | 'ts'>, all: number): StringNow => ({
  state,
  ts,
  powerW: null,
  currentA: null,
  voltageV: null,
  known: 0,
  all,
})

const isHeard = ({ ts, received_at, report_min }: DeviceNow, now: number): boolean =>
  ts !== null && now - Math.max(ts, received_at ?? 0) <= heatToleranceMs(report_min)

/** What its trackers give, W; none while it is not heard. */
export const mpptsNow = (inverter: DeviceNow | undefined, now: number) => {
  const reading = inverter && isHeard(inverter, now) ? partsOf(inverter) : null
  return reading === null
    ? []
    : trackerPowers(reading)
        .slice(0, MPPT_NO_MAX)
        .map(({ no, powerW }) => ({ no, powerW: tidy(powerW) }))
}

/** As its inverter measures it. */
const nowByInverter = (known: KnownString, inverter: DeviceNow, now: number): StringNow => {
  const reading = partsOf(inverter)
  if (reading === null || inverter.ts === null) return unmeasured({ state: 'never', ts: null }, 1)
  const values = stringValues(known.source, known.row.no, reading)
  const fresh = isHeard(inverter, now)
  const cell: HeatCell = fresh
    ? heardCell('power', {
        ts: inverter.ts,
        state: stateAt(inverter.state),
        closed: null,
        value: values.powerW,
      })
    : silentCell('power', inverter.ts, stateNow(inverter, now).state === 'standby')
  // A current without a voltage is measured all the same.
  if (fresh && cell.state === 'unmeasured' && values.currentA !== null)
    return {
      ...unmeasured({ state: values.currentA > 0 ? 'value' : 'zero', ts: cell.ts }, 1),
      currentA: tidy(values.currentA),
    }
  if (cell.state === 'stale' || cell.state === 'never') return unmeasured(cell, 1)
  return {
    state: cell.state,
    ts: cell.ts,
    powerW: tidy(cell.value),
    currentA: fresh ? tidy(values.currentA) : null,
    voltageV: fresh ? tidy(values.voltageV) : null,
    known: cell.value === null ? 0 : 1,
    all: 1,
  }
}

/** The sum of its optimizers, of those that are heard; what flows through one flows through all. V: of its tracker. */
const nowByOptimizers = (
  { members, row: { no, inverterId }, source }: KnownString,
  devices: ReadonlyMap<string, DeviceNow>,
  now: number,
): StringNow => {
  const inverter = devices.get(inverterId)
  const reading = inverter && isHeard(inverter, now) ? partsOf(inverter) : null
  const rows = members.flatMap(({ deviceId }) => devices.get(deviceId) ?? [])
  const cells = rows.map((row) => ({ row, cell: cellNow(row, 'power', now) }))
  const heard = cells.filter(({ cell }) => cell.state === 'value' || cell.state === 'zero')
  const [first] = cells
  if (heard.length === 0) {
    const off = cells.find(({ cell }) => cell.state === 'shutdown')
    return unmeasured((off ?? first)?.cell ?? { state: 'never', ts: null }, members.length)
  }
  const powerW = heard.reduce((sum, { cell }) => sum + (cell.value ?? 0), 0)
  const currents = heard.flatMap(({ row }) =>
    !isFresh(row, now) || row.i_out === null || hasFlag(row.flags ?? 0, 'current') ? [] : row.i_out,
  )
  return {
    state: powerW > 0 ? 'value' : 'zero',
    ts: Math.min(...heard.flatMap(({ cell }) => cell.ts ?? [])),
    powerW: tidy(powerW),
    currentA: tidy(medianOf(currents)),
    // Of a string that rests the tracker's 0 V says nothing.
    voltageV: reading && powerW > 0 ? tidy(stringValues(source, no, reading).voltageV) : null,
    known: heard.length,
    all: members.length,
  }
}

export const stringNowOf = (
  known: KnownString,
  devices: ReadonlyMap<string, DeviceNow>,
  now: number,
): StringNow => {
  const { by } = known.source
  const inverter = devices.get(known.row.inverterId)
  if (by === 'optimizers') return nowByOptimizers(known, devices, now)
  if (by === null || !inverter) return unmeasured({ state: 'unmeasured', ts: null }, 0)
  return nowByInverter(known, inverter, now)
}

/** What every answer says of a string. */
export const presentKnown = ({ row, source }: KnownString) => ({
  id: row.id,
  inverterId: row.inverterId,
  no: row.no,
  name: row.name,
  mpptNo: row.mpptNo,
  capacityW: row.capacityW,
  by: source.by,
  why: source.why,
})
