import { proposedCarbon } from '#domain/stations/factors.ts'
import type { StationValues } from './station-values.ts'

type Before = Pick<StationValues, 'country' | 'region' | 'phoneCountry' | 'phone' | 'co2'>

/**
 * What else changes with the country: the region belongs to the old one, the calling code and the CO2 factor follow
 * unless somebody entered their own. A tariff is nobody's to guess and stays.
 */
export const countryChange = (before: Before, country: string): Partial<StationValues> => {
  if (country === before.country) return {}
  const first = before.country === null
  const old = first ? null : proposedCarbon(before.country ?? '')
  const followsOld = JSON.stringify(before.co2) === JSON.stringify(old)
  const phoneFollows =
    before.phoneCountry === null || (before.phone === '' && before.phoneCountry === before.country)
  return {
    country,
    ...(first ? {} : { region: '' }),
    ...(phoneFollows ? { phoneCountry: country } : {}),
    ...(followsOld ? { co2: { ...proposedCarbon(country) } } : {}),
  }
}
