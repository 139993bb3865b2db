import { describe, expect, it } from 'vitest'
import { appLink, geoPlace, mapApps, positionText } from './way-links.ts'

const place = { latitude: -33.8567844, longitude: 151.2152967, name: '临港 (一号)' }

describe('the way to a station', () => {
  it('goes to the map that the phone has, with the name of the place', () => {
    expect(geoPlace(place)).toBe(
      `-33.856784,151.215297?q=-33.856784,151.215297(${encodeURIComponent(place.name)})`,
    )
    expect(appLink('amap', place)).toContain('dlat=-33.856784&dlon=151.215297')
    expect(positionText(place)).toBe('-33.856784, 151.215297')
  })

  it('P7: names no host: nothing is asked of anybody before an app is opened', () => {
    for (const link of [`geo:${geoPlace(place)}`, ...mapApps.map((app) => appLink(app, place))]) {
      expect(link).not.toContain('//')
      expect(link).toMatch(/^(geo|maps|iosamap|comgooglemaps):/)
    }
  })

  it('P7: a name with signs of an address stays a name', () => {
    const odd = { ...place, name: 'a&dlat=1?b#c(d)' }
    expect(appLink('amap', odd).match(/dlat=/g)).toHaveLength(1)
    expect(geoPlace(odd)).not.toContain('#')
  })
})
