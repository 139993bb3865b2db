import { isActive, type Fault, type FaultName } from './faults.ts'
import type { InverterUnit } from './layout.ts'

/** What faults leave of the light or the power of an inverter's whole field, and of what it may give. */

/** Those that this is about. */
export const fieldFaults: ReadonlySet<FaultName> = new Set([
  'weak-inverter',
  'soiling',
  'shading',
  'derating',
  'snow',
])

const HOUR = 3_600_000
const DAY = 24 * HOUR

const isWithin = (hour: number, from: number, to: number): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to

const leftBy = (fault: Fault, { spec, gateway }: InverterUnit, ts: number): number => {
  if (!isActive(fault, ts)) return 1
  if (fault.name === 'snow') return fault.gateway === gateway ? 0 : 1
  if (!('inverter' in fault) || fault.inverter !== spec.sn) return 1
  if (fault.name === 'weak-inverter') return fault.share
  if (fault.name === 'soiling') return Math.max(0, 1 - (fault.perDay * (ts - fault.from)) / DAY)
  if (fault.name === 'shading')
    return isWithin((ts / HOUR) % 24, fault.fromHour, fault.toHour) ? fault.light : 1
  return 1
}

/** Share of its field's power that reaches an inverter. */
export const fieldShare = (faults: readonly Fault[], unit: InverterUnit, ts: number): number =>
  faults.reduce((share, fault) => share * leftBy(fault, unit, ts), 1)

/** Share of its rating beyond which it gives nothing, without a word. */
export const quietLimit = (faults: readonly Fault[], sn: string, ts: number): number =>
  faults.reduce(
    (least, fault) =>
      fault.name === 'derating' && fault.inverter === sn && isActive(fault, ts)
        ? Math.min(least, fault.limit)
        : least,
    1,
  )
