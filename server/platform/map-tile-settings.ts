import * as z from 'zod/mini'
import {
  ATTRIBUTION_MAX,
  type MapTiles,
  TILE_ZOOM_MAX,
  type TemplateProblem,
  templateProblem,
} from '#domain/stations/map-tiles.ts'
import { bareHost, isLoopback } from './loopback.ts'

/** What most tile servers have. */
const USUAL_ZOOM = 19

const zoomSentence = `must be a zoom from 1 to ${TILE_ZOOM_MAX}`
const templateSentences: Record<TemplateProblem, string> = {
  form: 'must be the address of map tiles, such as https://tiles.example/{z}/{x}/{y}.png, without a name or password',
  placeholders: 'must have {z}, {x} and {y}, each once and after the host, and nothing else in braces',
  plain: 'must be https, but for a tile server on this machine or on the host of an http PUBLIC_URL',
}

/** The variables of the environment that set a tile server. */
export const tileVariables = {
  MAP_TILES: z.optional(z.string()),
  MAP_TILES_ATTRIBUTION: z.optional(
    z
      .string()
      .check(
        z.maxLength(ATTRIBUTION_MAX, `must have at most ${ATTRIBUTION_MAX} characters`),
        z.regex(/^[^<>\p{Cc}\p{Cf}\p{Cs}]*$/u, 'must be plain text in one line, without HTML'),
      ),
  ),
  MAP_TILES_MAX_ZOOM: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}$/, zoomSentence)),
      z.pipe(
        z.transform(Number),
        z.number().check(z.gte(1, zoomSentence), z.lte(TILE_ZOOM_MAX, zoomSentence)),
      ),
    ),
  ),
}

type Variables = {
  MAP_TILES?: string | undefined
  MAP_TILES_ATTRIBUTION?: string | undefined
  MAP_TILES_MAX_ZOOM?: number | undefined
  PUBLIC_URL?: string | undefined
}

/** The host under which people reach this installation by plain http, in the form of a browser. */
const plainHost = (publicUrl: string | undefined): string | null => {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return null
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' ? hostname : null
}

/** What has to hold between them. */
export const tileChecks = [
  z.check<Variables>(({ value, issues }) => {
    if (value.MAP_TILES === undefined) return
    const own = plainHost(value.PUBLIC_URL)
    const problem = templateProblem(value.MAP_TILES, (host) => host === own || isLoopback(bareHost(host)))
    if (problem === null) return
    issues.push({ code: 'custom', path: ['MAP_TILES'], message: templateSentences[problem], input: value })
  }),
  z.refine<Variables>(
    ({ MAP_TILES, MAP_TILES_ATTRIBUTION }) =>
      (MAP_TILES === undefined) === (MAP_TILES_ATTRIBUTION === undefined),
    {
      path: ['MAP_TILES_ATTRIBUTION'],
      error: 'and MAP_TILES must be set together: whose map it is stands on the map',
    },
  ),
  z.refine<Variables>(
    ({ MAP_TILES, MAP_TILES_MAX_ZOOM }) => MAP_TILES !== undefined || MAP_TILES_MAX_ZOOM === undefined,
    { path: ['MAP_TILES_MAX_ZOOM'], error: 'needs MAP_TILES' },
  ),
] as const

export const tilesOf = ({
  MAP_TILES: template,
  MAP_TILES_ATTRIBUTION: attribution,
  MAP_TILES_MAX_ZOOM: maxZoom = USUAL_ZOOM,
}: Variables): MapTiles | null =>
  template === undefined || attribution === undefined ? null : { template, attribution, maxZoom }
