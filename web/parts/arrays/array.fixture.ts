import { stationDevice } from '../../app/data/station-device.fixture.ts'
import type { Hang, PlaceRow, Site } from './site.ts'
import { nowhere } from '#domain/devices/place-fields.ts'
import { siteOf } from './site.ts'

/** A small array for tests: optimizers `o1` … in string `s1` or `s2`, an area of 3 by 4 cells. */
export const place = (
  deviceId: string,
  hang: Partial<Hang>,
  kind: PlaceRow['kind'] = 'optimizer',
): PlaceRow => ({
  id: `place ${deviceId}`,
  kind,
  ...nowhere,
  ...hang,
  deviceId,
  version: 1,
})

export const device = (id: string, kind: 'optimizer' | 'shutdown' = 'optimizer') =>
  stationDevice(id, kind, { sn: `SN${id.slice(1).padStart(4, '0')}` })
export const area = {
  id: 'a1',
  name: 'South',
  rows: 3,
  cols: 4,
  portrait: true,
  tiltDeg: null,
  azimuthDeg: null,
  x: 0,
  y: 0,
  version: 1,
}
const string = (id: string, no: number) => ({
  id,
  inverterId: 'i1',
  mpptNo: 1,
  no,
  name: '',
  capacityW: null,
  version: 1,
  members: { optimizers: 0, shutdowns: 0 },
})

export const smallSite = (
  places: readonly PlaceRow[],
  changed: ReadonlyMap<string, Hang> = new Map(),
): Site =>
  siteOf(
    { strings: [string('s1', 1), string('s2', 2)], areas: [area], places: [...places] },
    [...Array.from({ length: 12 }, (_, at) => device(`o${at + 1}`)), device('d1', 'shutdown')],
    changed,
  )
