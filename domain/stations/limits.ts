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
/** Prices that a station had before the present one. No source: chosen, one a month for forty years. */
export const PAST_PRICES_MAX = 500
/** Currencies there are: `Intl.supportedValuesOf('currency')` knows about 300, those of the past included. */
export const CURRENCIES_MAX = 400
/** People checked in at one station whom an answer names; of more it says how many. */
export const CHECK_INS_SHOWN = 100
/** Stations whose single devices one page follows. */
export const FOLLOWED_MAX = 8
/** Home of a fleet: stations under ranking and attention, and those that stand in the ribbon of light one by one. */
export const HOME_LIST = 10
export const RIBBON_CELLS = 20
/** Stations that stand still or are held down on purpose which one answer names; of more it says how many. */
export const STATIONS_SHOWN = 100
