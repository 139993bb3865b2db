/** Where the pictures of a map's ground come from, beside the outline that comes with the app. */
export type MapTiles = {
  /** Address of one tile, with `{z}`, `{x}` and `{y}` in it: Web Mercator in tiles of 256 px, y counted from the north. */
  template: string
  /** Shown on the map; plain text. */
  attribution: string
  /** The nearest zoom that the server has. */
  maxZoom: number
}

export const TILE_ZOOM_MAX = 22
export const ATTRIBUTION_MAX = 200
const TEMPLATE_MAX = 500

export type TemplateProblem =
  | 'form'
  | 'placeholders'
  /** Plain http to another machine: a phone that came by https would not load it, and anybody on the way could read it. */
  | 'plain'

/** A name or an address; a browser's list of allowed origins also knows signs (`*`, `;`) that must not get into it. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/
const pathShape = /^[A-Za-z0-9\-._~!$&()*+,;=:@%/?{}]*$/
const names = ['{z}', '{x}', '{y}']

/** What is wrong with a template; null when it can be used. `mayBePlain` says which hosts may be reached by http. */
export const templateProblem = (
  template: string,
  mayBePlain: (host: string) => boolean,
): TemplateProblem | null => {
  const [, protocol, origin = '', rest = ''] = /^((?:https?):)(\/\/[^/?#\\]+)(\/.*)$/.exec(template) ?? []
  if (protocol === undefined || template.length > TEMPLATE_MAX || !pathShape.test(rest)) return 'form'
  if (!URL.canParse(protocol + origin)) return origin.includes('{') ? 'placeholders' : 'form'
  const { hostname, username, password } = new URL(protocol + origin)
  if (/[{}]/.test(origin)) return 'placeholders'
  if (username || password || origin.includes('@') || !hostShape.test(hostname)) return 'form'
  const found = rest.match(/\{[^{}]*\}/g) ?? []
  const bare = rest.replaceAll(/\{[^{}]*\}/g, '')
  if (/[{}]/.test(bare) || found.toSorted().join() !== names.toSorted().join()) return 'placeholders'
  return protocol === 'https:' || mayBePlain(hostname) ? null : 'plain'
}

/** The one origin that pages may load pictures from. */
export const tileOrigin = ({ template }: Pick<MapTiles, 'template'>): string =>
  new URL(template.replaceAll(/[{}]/g, '')).origin

/** Who learns what is looked at: host and port as a person reads them. */
export const tileHost = (tiles: Pick<MapTiles, 'template'>): string => new URL(tileOrigin(tiles)).host

export type Tile = { z: number; x: number; y: number }
export const tileAddress = (template: string, { z, x, y }: Tile): string =>
  template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
