import type * as z from 'zod/mini'
import type { areaRow, placeRow, stringRow } from '#contract/http/arrays.ts'
import type { PlaceRow } from '../devices/place-store.ts'
import type { AreaRow, StringRow } from './array-store.ts'

export const presentString = (row: StringRow): z.output<typeof stringRow> => ({
  id: row.id,
  inverterId: row.inverterId,
  mpptNo: row.mpptNo,
  no: row.no,
  name: row.name,
  capacityW: row.capacityW,
  version: row.version,
  members: { optimizers: row.optimizer ?? 0, shutdowns: row.shutdown ?? 0 },
})

/** Shortest decimal of the single precision that is stored. */
const tidy = (value: number): number => Number(value.toPrecision(7))

export const presentArea = (row: AreaRow): z.output<typeof areaRow> => ({
  id: row.id,
  name: row.name,
  rows: row.rows,
  cols: row.cols,
  portrait: row.portrait,
  tiltDeg: row.tiltDeg === null ? null : tidy(row.tiltDeg),
  azimuthDeg: row.azimuthDeg === null ? null : tidy(row.azimuthDeg),
  x: tidy(row.x),
  y: tidy(row.y),
  version: row.version,
})

export const presentPlace = (row: PlaceRow): z.output<typeof placeRow> => ({
  id: row.id,
  kind: row.kind,
  stringId: row.stringId,
  position: row.position,
  areaId: row.areaId,
  row: row.row,
  col: row.col,
  modules: row.modules,
  moduleW: row.moduleW,
  deviceId: row.deviceId,
  version: row.version,
})
