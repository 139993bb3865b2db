import type { DeviceError } from '../device-error.ts'
import type { DeviceReport } from '../reading.ts'

/** How a message came. */
export type Arrival = {
  /** Epoch ms. */
  at: number
  /** The broker had kept it, from whatever time. */
  isRetained: boolean
  /** Its whole topic, where it is known beside what follows the topic of the address. */
  whole?: string
}

/**
 * Makes readings of what somebody publishes. It keeps the newest of what it knows and nothing of what it does not, so that
 * strangers on the same broker cost nothing.
 */
export type TopicReader = {
  /** A message below the topic of the address; `topic` is what follows it, '' = the topic itself. */
  take: (topic: string, payload: string, arrival: Arrival) => void
  /** All that is known now; null = nothing that is a device's. Throws a `DeviceError` where a sentence helps. */
  report: () => DeviceReport | null
  /** More is to come, as far as it knows: the first reading waits some seconds for it. */
  waits?: () => boolean
  /** Why nothing is known after all the time that was waited. */
  silence?: () => DeviceError | null
}

/** Devices behind one topic; a site of Tigo has several hundred. No source: chosen. */
export const MOST_DEVICES = 1000

/** A printed number; null = it is none. */
export const printedNumber = (text: string | undefined): number | null => {
  if (text === undefined || !/^\s*-?\d+(\.\d*)?\s*$/.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

/** Fields of a device, by their names; what is new beyond the devices of one topic is left out. */
export const fieldsOf = (
  devices: Map<string, Map<string, string>>,
  name: string,
): Map<string, string> | null => {
  const before = devices.get(name)
  if (before !== undefined) return before
  if (devices.size >= MOST_DEVICES) return null
  const fields = new Map<string, string>()
  devices.set(name, fields)
  return fields
}
