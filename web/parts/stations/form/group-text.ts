import { useTranslations } from 'use-intl'
import { callingCodeOf } from '#domain/stations/countries.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { capacityText } from '../capacity-text.ts'
import { countryName, regionName } from '../place.ts'
import type { GroupName } from './conflict.ts'
import type { StationValues } from './station-values.ts'

/** What a version says about one group of fields, in words; null where it says nothing. */
export const useGroupText = (
  companyNames: Readonly<Record<string, string>>,
  accountNames: Readonly<Record<string, string>>,
): ((group: GroupName, values: StationValues) => string | null) => {
  const t = useTranslations('editing')
  const types = useTranslations('stations.type')
  const format = useFormat()
  const number = (value: number | null, unit: string): string | null =>
    value === null ? null : `${format.number(value, 6)}${unit}`
  const writers: Record<GroupName, (values: StationValues) => string | null> = {
    name: ({ name }) => name,
    type: ({ type }) => type && types(type),
    companyId: ({ companyId }) => companyId && (companyNames[companyId] ?? companyId),
    ownerName: ({ ownerName }) => ownerName,
    ownerAccountId: ({ ownerAccountId }) =>
      ownerAccountId && (accountNames[ownerAccountId] ?? ownerAccountId),
    imageFileId: ({ imageFileId }) => imageFileId && t('pictureSet'),
    position: ({ latitude, north, longitude, east }) =>
      latitude === null || longitude === null
        ? null
        : `${number(latitude, '°')} ${t(north ? 'north' : 'south')}, ${number(longitude, '°')} ${t(east ? 'east' : 'west')}`,
    timeZone: ({ timeZone }) => timeZone?.replaceAll('_', ' ') ?? null,
    country: ({ country }) => country && countryName(format.language, country),
    region: ({ region, country }) => regionName(format.language, country ?? '', region),
    address: ({ address }) => address,
    capacity: ({ capacity, capacityUnit }) =>
      capacity === null ? null : capacityText(format, { capacity, capacityUnit }),
    gridConnectedOn: ({ gridConnectedOn }) => gridConnectedOn && format.day(gridConnectedOn),
    reportMin: ({ reportMin }) => (reportMin === null ? null : t('minutes', { n: String(reportMin) })),
    tiltDeg: ({ tiltDeg }) => number(tiltDeg, '°'),
    azimuthDeg: ({ azimuthDeg }) => number(azimuthDeg, '°'),
    tariff: ({ tariff }) =>
      tariff &&
      [`${number(tariff.perKwh, '')} ${tariff.currency}/kWh`, tariff.source].filter(Boolean).join(' · '),
    co2: ({ co2 }) => co2 && [`${number(co2.kgPerKwh, '')} kg/kWh`, co2.source].filter(Boolean).join(' · '),
    yieldBeforeWh: ({ yieldBeforeWh }) =>
      yieldBeforeWh === null ? null : format.text('energy', yieldBeforeWh),
    phone: ({ phoneCountry, phone }) =>
      phone && [phoneCountry && `+${callingCodeOf(phoneCountry) ?? ''}`, phone].filter(Boolean).join(' '),
  }
  return (group, values) => writers[group](values) || null
}
