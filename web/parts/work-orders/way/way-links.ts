import type { AppAddress } from '../../../kit/row.tsx'

/** Where somebody wants to be led: degrees, north and east positive. */
export type Place = { latitude: number; longitude: number; name: string }

export const mapApps = ['apple', 'amap', 'google'] as const
export type MapApp = (typeof mapApps)[number]

/** Beyond six decimals, a tenth of a metre, nothing is known. */
const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6)

/** As it is read to others and typed elsewhere. */
export const positionText = ({ latitude, longitude }: Place): string =>
  `${degrees(latitude)}, ${degrees(longitude)}`

/** What follows `geo:`, for any map of an Android phone: the phone asks which. */
export const geoPlace = (place: Place): string => {
  const at = `${degrees(place.latitude)},${degrees(place.longitude)}`
  return `${at}?q=${at}(${encodeURIComponent(place.name)})`
}

/**
 * A map by the scheme of its app: no address of the internet, so that nothing is asked of anybody before that app is.
 * The positions are of the satellites; `dev=1` says so to the one whose maps are shifted.
 */
export const appLink = (app: MapApp, place: Place): AppAddress => {
  const [latitude, longitude] = [degrees(place.latitude), degrees(place.longitude)]
  const name = encodeURIComponent(place.name)
  if (app === 'apple') return `maps:?daddr=${latitude},${longitude}&q=${name}`
  if (app === 'google') return `comgooglemaps:?daddr=${latitude},${longitude}`
  return `iosamap:path?sourceApplication=sunkeeper&dlat=${latitude}&dlon=${longitude}&dname=${name}&dev=1&t=0`
}
