import type { PlaceRow } from './site.ts'
import { nowhere, samePlace } from '#domain/devices/place-fields.ts'
import { hangOf } from './site.ts'
import { placesByDevice } from './pending.ts'

/** Devices that hang elsewhere than in the answer before, and were not moved from here. */
export const movedByOthers = (
  before: readonly PlaceRow[],
  now: readonly PlaceRow[],
  mine: ReadonlySet<string>,
): string[] => {
  const [was, is] = [placesByDevice(before), placesByDevice(now)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((deviceId) => {
    if (mine.has(deviceId)) return false
    const [a, b] = [was.get(deviceId), is.get(deviceId)]
    return !samePlace(a ? hangOf(a) : nowhere, b ? hangOf(b) : nowhere)
  })
}
