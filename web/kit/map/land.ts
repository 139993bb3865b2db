import { geoMercator, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import coarseUrl from 'world-atlas/land-110m.json?url'
import fineUrl from 'world-atlas/land-50m.json?url'

/**
 * The outline of the land, from Natural Earth (public domain, naturalearthdata.com) as the package world-atlas has it
 * (ISC). Coasts alone: no border of any state is drawn, so none that is disputed.
 */
export type Land = {
  /** On the unit square of the map. */
  path: Path2D
  box: { x0: number; y0: number; x1: number; y1: number }
}[]

type Sharpness = 'coarse' | 'fine'
const urls: Record<Sharpness, string> = { coarse: coarseUrl, fine: fineUrl }
/** Path coordinates are small numbers; drawn at this size they keep their precision. */
export const landUnits = 1024

const read = async (sharpness: Sharpness): Promise<Land> => {
  const answer = await fetch(urls[sharpness])
  if (!answer.ok) throw new Error(`the outline answered ${answer.status}`)
  const atlas = (await answer.json()) as Topology<{ land: GeometryCollection }>
  const { features } = feature(atlas, atlas.objects.land)
  const projection = geoMercator()
    .scale(landUnits / (2 * Math.PI))
    .translate([landUnits / 2, landUnits / 2])
  return features
    .flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates]
      return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
    })
    .flatMap((coordinates) => {
      const shape = { type: 'Polygon', coordinates } as const
      const text = geoPath(projection)(shape)
      if (!text) return []
      const [[x0, y0], [x1, y1]] = geoPath(projection).bounds(shape)
      return [
        {
          path: new Path2D(text),
          box: { x0: x0 / landUnits, y0: y0 / landUnits, x1: x1 / landUnits, y1: y1 / landUnits },
        },
      ]
    })
}

const held: Partial<Record<Sharpness, Promise<Land>>> = {}
/** Read once; a failed reading is tried again by the next who asks. */
export const loadLand = (sharpness: Sharpness): Promise<Land> => {
  const reading =
    held[sharpness] ??
    read(sharpness).catch((error: unknown) => {
      delete held[sharpness]
      throw error
    })
  held[sharpness] = reading
  return reading
}
