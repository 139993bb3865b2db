/** The specification's limits, named once for form, route and database. */
export const STATION_NAME_MAX = 30
export const LATITUDE_MAX = 90
export const LONGITUDE_MAX = 180
export const COORDINATE_DECIMALS = 6
export const REPORT_MIN = 5
export const REPORT_MAX = 240
export const CAPACITY_DECIMALS = 2
/** 1,000 TWh: more than any station yields in its life. */
export const YIELD_MAX_WH = 1e15
export const OWNER_NAME_MAX = 60
export const ADDRESS_MAX = 200
export const REGION_MAX = 80
/** Where a tariff or a CO2 factor comes from. */
export const SOURCE_MAX = 120
/** Digits, blanks and dashes of a telephone number; one with its country code begins with a plus. */
export const PHONE_MAX = 20
export const SITE_PHONE_MAX = PHONE_MAX + 1
/** Stations that one person can mark as favourites. No source: chosen, more than anybody looks through. */
export const FAVOURITES_MAX = 100
/** Groups of one person, stations of a group, characters of its name. No source: chosen. */
export const GROUPS_MAX = 30
export const GROUP_STATIONS_MAX = 500
export const GROUP_NAME_MAX = 30
