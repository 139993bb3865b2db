import type { ArrayData, Cell } from './plan.ts'
import type { Rect } from './view.ts'

/** What a link to the array is about: a device, a tracker of an inverter, or a string. */
export type Mark = { deviceId?: string | undefined; mppt?: string | undefined; stringId?: string | undefined }

/** The modules that it is about: its own, else those of the strings that hang on it. */
export const markedCells = (
  cells: readonly Cell[],
  strings: ArrayData['strings'],
  { deviceId, mppt, stringId }: Mark,
): Cell[] => {
  const inStrings = (ids: ReadonlySet<string>): Cell[] =>
    cells.filter(({ place }) => place.stringId !== null && ids.has(place.stringId))
  if (stringId !== undefined) return inStrings(new Set([stringId]))
  if (deviceId === undefined) return []
  const own = cells.filter(({ place, mark }) => place.deviceId === deviceId || mark?.deviceId === deviceId)
  if (own.length > 0) return own
  const hanging = strings.filter(({ inverterId }) => inverterId === deviceId)
  const tracked = hanging.filter(({ mpptNo }) => mpptNo !== null && String(mpptNo) === mppt)
  return inStrings(new Set((tracked.length > 0 ? tracked : hanging).map(({ id }) => id)))
}

/** The part of the plan that they take; null of none. */
export const partOf = (cells: readonly Cell[]): Rect | null => {
  if (cells.length === 0) return null
  const x = Math.min(...cells.map((one) => one.x))
  const y = Math.min(...cells.map((one) => one.y))
  return {
    x,
    y,
    w: Math.max(...cells.map((one) => one.x + one.w)) - x,
    h: Math.max(...cells.map((one) => one.y + one.h)) - y,
  }
}
