import type { DeviceKind } from '#domain/devices/kinds.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { HOURS_USED, LEAST_LIGHT, lightSteps, type StepsOf } from '#domain/work-orders/verification.ts'
import type { Db } from '../../platform/db/handle.ts'
import { powerByStep } from '../telemetry/reading-store.ts'
import { peersOfDevice } from '../devices/find-devices.ts'
import { trackersOfInverter } from '../arrays/array-store.ts'
import type { Window } from './repair-store.ts'
import { HOUR, currentsOf, usualOf } from './repair-store.ts'
import { soundRatedW } from '#domain/telemetry/shown-power.ts'

export type Compared = {
  no: number
  id: string
  kind: DeviceKind
  sn: string
  name: string
  brand: string
  model: string
  station_id: string
  gateway_id: string | null
  parent_id: string | null
  string_no: number | null
  rated_w: number | null
  shown_w: number | null
}

/** Figures of one thing and its peers in steps counted from `from`, each per its size. */
export type Cells = { own: StepsOf; peers: StepsOf[] }

const sizeOf = (
  device: Pick<Compared, 'kind' | 'brand' | 'model' | 'rated_w' | 'shown_w'>,
): number | null => {
  if (device.kind !== 'inverter') return modulesOfOptimizer(device.brand, device.model) ?? 1
  const ratedW = soundRatedW(device.rated_w, device.shown_w)
  return ratedW === null ? null : ratedW / 1000
}

/** Power per kW rated of the station's inverters, or per module of the string's optimizers. */
export const powerCells = async (db: Db, device: Compared, window: Window): Promise<Cells> => {
  const { kind, parent_id: parentId, string_no: stringNo } = device
  const peers = await peersOfDevice(db, {
    stationId: device.station_id,
    no: device.no,
    kind,
    parentId,
    stringNo,
  })
  const all = [device, ...peers]
  const cells = await powerByStep(
    db,
    all.map(({ no }) => no),
    window.from,
    window.to,
    window.stepMs,
  )
  const byDevice = Map.groupBy(cells, ({ deviceNo }) => deviceNo)
  const stepsOf = (one: (typeof peers)[number] | Compared): StepsOf => {
    const size = sizeOf(one)
    if (size === null || size <= 0) return new Map()
    return new Map(byDevice.get(one.no)?.map(({ step, powerW }) => [step, powerW / size]))
  }
  // What has no size is held against nothing, and nothing against it.
  const sized = sizeOf(device) === null ? [] : peers.filter((one) => sizeOf(one) !== null)
  return { own: stepsOf(device), peers: sized.map(stepsOf) }
}

/** The hours of the newest light, in which trackers are held against each other. */
const newestHours = (trackers: readonly StepsOf[], window: Window): Window => {
  const steps = lightSteps(trackers, LEAST_LIGHT.current).slice(
    -Math.ceil((HOURS_USED * HOUR) / window.stepMs),
  )
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return { ...window, to: window.from }
  return {
    from: window.from + first * window.stepMs,
    to: window.from + (last + 1) * window.stepMs,
    stepMs: window.stepMs,
  }
}

/**
 * Currents of an inverter's trackers, A: by what each usually gives where that is known (then scaled back to A by the
 * mean of all), else by the number of its strings.
 */
export const currentCells = async (
  db: Db,
  device: Compared,
  tracker: number,
  window: Window,
  faultAt: number,
): Promise<Cells> => {
  const [cells, strings] = await Promise.all([
    currentsOf(db, device.no, window),
    trackersOfInverter(db, device.id),
  ])
  const byTracker = Map.groupBy(cells, ({ n }) => n)
  const numbers = [...byTracker.keys()]
  const byStrings = (n: number): number => Math.max(1, strings.filter((one) => one.mppt_no === n).length)
  const stepsBy = (n: number, sizeOfTracker: (n: number) => number): StepsOf =>
    new Map(byTracker.get(n)?.map(({ step, a }) => [step, a / sizeOfTracker(n)]))
  const usual = await usualOf(
    db,
    device.no,
    newestHours(
      numbers.map((n) => stepsBy(n, byStrings)),
      window,
    ),
    faultAt,
  )
  const mean = [...usual.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, usual.size)
  const isUsual = numbers.length > 0 && numbers.every((n) => usual.has(n))
  const sizeOfTracker = isUsual ? (n: number): number => (usual.get(n) ?? mean) / mean : byStrings
  return {
    own: stepsBy(tracker, sizeOfTracker),
    peers: numbers.filter((n) => n !== tracker).map((n) => stepsBy(n, sizeOfTracker)),
  }
}
