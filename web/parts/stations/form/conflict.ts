import type { StationValues } from './station-values.ts'

/** What is chosen together: a number means nothing without its hemisphere or unit. */
export const groups = {
  name: ['name'],
  type: ['type'],
  companyId: ['companyId'],
  ownerName: ['ownerName'],
  ownerAccountId: ['ownerAccountId'],
  imageFileId: ['imageFileId'],
  position: ['latitude', 'north', 'longitude', 'east'],
  timeZone: ['timeZone'],
  country: ['country'],
  region: ['region'],
  address: ['address'],
  capacity: ['capacity', 'capacityUnit'],
  gridConnectedOn: ['gridConnectedOn'],
  reportMin: ['reportMin'],
  tiltDeg: ['tiltDeg'],
  azimuthDeg: ['azimuthDeg'],
  tariff: ['tariff', 'tariffFrom'],
  co2: ['co2'],
  yieldBeforeWh: ['yieldBeforeWh'],
  phone: ['phoneCountry', 'phone'],
} as const satisfies Record<string, readonly (keyof StationValues)[]>
export type GroupName = keyof typeof groups
export const groupNames = Object.keys(groups) as GroupName[]

export type Side = 'mine' | 'theirs'
/** `chosen`: what is taken unless said otherwise; null when both changed it and a person has to decide. */
export type Difference = { group: GroupName; chosen: Side | null }

const same = (group: GroupName, one: StationValues, other: StationValues): boolean =>
  groups[group].every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))

/**
 * Where two versions of a station differ that both began from `base`. What only one of them changed is proposed from
 * that side.
 */
export const differences = (base: StationValues, mine: StationValues, theirs: StationValues): Difference[] =>
  groupNames
    .filter((group) => !same(group, mine, theirs))
    .map((group) => ({
      group,
      chosen: same(group, base, mine) ? 'theirs' : same(group, base, theirs) ? 'mine' : null,
    }))

/** The station with each difference decided. */
export const merged = (
  mine: StationValues,
  theirs: StationValues,
  sides: Readonly<Partial<Record<GroupName, Side>>>,
): StationValues => {
  const fields = groupNames
    .filter((group) => sides[group] === 'mine')
    .flatMap((group) => groups[group].map((field) => [field, mine[field]]))
  return { ...theirs, ...Object.fromEntries(fields) } as StationValues
}
