import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { DeviceDetail } from '../device-facts.ts'

export type Flow = DeviceDetail['flows'][number]
export type FlowCounter = Flow['counter']

/** The two ways that power takes through a kind of device: first what comes from there, then what goes to it. */
const ways: Partial<Record<DeviceKind, readonly [FlowCounter, FlowCounter]>> = {
  meter: ['importWh', 'exportWh'],
  battery: ['dischargedWh', 'chargedWh'],
}

/** The counters of a kind, in the order in which they are shown; none of one that power does not flow through. */
export const countersOf = (kind: DeviceKind): readonly FlowCounter[] => ways[kind] ?? []

/** What flowed through a device, by those of its counters that it has ever said. */
export const flowsOf = ({ device, flows }: Pick<DeviceDetail, 'device' | 'flows'>): Flow[] =>
  countersOf(device.kind).flatMap((counter) => flows.find((one) => one.counter === counter) ?? [])
