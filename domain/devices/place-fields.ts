/** What a place says beside whose it is. Null = nowhere in that respect. */
export type PlaceFields = {
  stringId: string | null
  position: number | null
  areaId: string | null
  row: number | null
  col: number | null
  modules: number
  moduleW: number | null
}

/** Of a device that hangs nowhere yet, with one module of unknown rating. */
export const nowhere: PlaceFields = {
  stringId: null,
  position: null,
  areaId: null,
  row: null,
  col: null,
  modules: 1,
  moduleW: null,
}

export const samePlace = (a: PlaceFields, b: PlaceFields): boolean =>
  a.stringId === b.stringId &&
  a.position === b.position &&
  a.areaId === b.areaId &&
  a.row === b.row &&
  a.col === b.col &&
  a.modules === b.modules &&
  a.moduleW === b.moduleW
