import type { Face } from '#domain/stations/clear-sky.ts'
import { facesOf, type RoofArea } from '#domain/stations/faces.ts'
import { layOut } from './layout.ts'
import { installedW, type StationSpec } from './station-spec.ts'

/** Where the modules of an invented station look to, as a roof that was drawn whole would say. */
export const facesOfSpec = (spec: StationSpec): Face[] => {
  const { planes, strings } = layOut(spec)
  const areas = planes.map((plane, at): RoofArea => {
    const known = strings.reduce((sum, string) => sum + (string.plane === at ? string.spec.modules : 0), 0)
    return { ...plane, known, knownW: known * spec.module.ratedW, unknown: 0 }
  })
  return facesOf({ ...spec, capacityW: installedW(spec) }, areas)
}
