import * as z from 'zod/mini'
import { line, uuid } from '../accounts/fields.ts'
import { stationTypes } from './station-kinds.ts'
import {
  ADDRESS_MAX,
  CAPACITY_DECIMALS,
  COORDINATE_DECIMALS,
  LATITUDE_MAX,
  LONGITUDE_MAX,
  OWNER_NAME_MAX,
  REGION_MAX,
  REPORT_MAX,
  REPORT_MIN,
  SOURCE_MAX,
  STATION_NAME_MAX,
  YIELD_MAX_WH,
} from './limits.ts'

export const capacityUnits = ['kW', 'MW', 'GW'] as const
export type CapacityUnit = (typeof capacityUnits)[number]

const length = (text: string): number => [...text].length
/** The shortest decimal form of a number has at most `places` decimals (1e-7 counts as seven). */
export const hasDecimals = (value: number, places: number): boolean => {
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const decimals = (digits.split('.')[1]?.length ?? 0) - Number(exponent)
  return decimals <= places
}

/** Letters here are Chinese (Han) or English; the plain forms of . - _ ( ) are the only specials, and never the first. */
export const stationName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.normalize('NFC').trim()),
  ),
  z.string().check(
    z.refine((text) => text.length > 0, { error: 'required', abort: true }),
    z.refine((text) => length(text) <= STATION_NAME_MAX, { error: 'station_name_length' }),
    z.refine((text) => /^[\p{Script=Han}A-Za-z0-9.\-_()]*$/u.test(text), {
      error: 'station_name_characters',
    }),
    z.refine((text) => !/^[.\-_()]/.test(text), { error: 'station_name_start' }),
  ),
)

const coordinate = (max: number, error: string) =>
  z.number({ error: (issue) => (issue.input === undefined ? 'required' : error) }).check(
    z.minimum(0, { error }),
    z.maximum(max, { error }),
    z.refine((value) => hasDecimals(value, COORDINATE_DECIMALS), { error }),
  )

/** Degrees, 0 to 90; the hemisphere stands beside it (`north`). */
export const latitude = coordinate(LATITUDE_MAX, 'latitude_range')
/** Degrees, 0 to 180; the hemisphere stands beside it (`east`). */
export const longitude = coordinate(LONGITUDE_MAX, 'longitude_range')

/** Minutes. */
export const reportMin = z
  .number({ error: (issue) => (issue.input === undefined ? 'required' : 'reporting_range') })
  .check(
    z.refine((value) => Number.isInteger(value), { error: 'reporting_range' }),
    z.minimum(REPORT_MIN, { error: 'reporting_range' }),
    z.maximum(REPORT_MAX, { error: 'reporting_range' }),
  )

/** In the unit entered beside it. */
export const capacity = z
  .number({ error: (issue) => (issue.input === undefined ? 'required' : 'capacity_format') })
  .check(
    z.refine((value) => value > 0 && value < 1e10, { error: 'capacity_format' }),
    z.refine((value) => hasDecimals(value, CAPACITY_DECIMALS), { error: 'capacity_format' }),
  )

export const stationType = z.enum(stationTypes)
export const capacityUnit = z.enum(capacityUnits)

/** A real calendar day, `YYYY-MM-DD`; 30 February is refused. */
export const calendarDay = z.string().check(
  z.refine(
    (text) => {
      const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
      if (!parts) return false
      const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
      const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      return year >= 1970 && days !== undefined && day >= 1 && day <= days
    },
    { error: 'date_invalid' },
  ),
)

/** Whether the name is in the IANA list is asked of the runtime by the server (`isTimeZone`). */
export const timeZone = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/, { error: 'time_zone_unknown' }))
/** ISO 3166-1 alpha-2. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'country_unknown' }))
export const phone = z.string().check(z.trim(), z.regex(/^$|^[0-9][0-9 -]{3,19}$/, { error: 'phone_format' }))

/** A number from 0 to `max`; absent it is required. */
const upTo = (max: number, error: string) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? 'required' : error) })
    .check(z.minimum(0, { error }), z.maximum(max, { error }))

export const money = z.strictObject({
  perKwh: upTo(1000, 'price_range'),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'currency_format' })),
  source: line(SOURCE_MAX),
})
export const carbon = z.strictObject({
  kgPerKwh: upTo(10, 'carbon_range'),
  source: line(SOURCE_MAX),
})

const yieldBeforeWh = z.number({ error: 'yield_range' }).check(
  z.refine((value) => Number.isInteger(value), { error: 'yield_range' }),
  z.minimum(0, { error: 'yield_range' }),
  z.maximum(YIELD_MAX_WH, { error: 'yield_range' }),
)

/** What a person enters of a station; everything else is given by the server. */
export const stationInput = z.strictObject({
  name: stationName,
  companyId: uuid,
  ownerAccountId: z.optional(z.nullable(uuid)),
  ownerName: line(OWNER_NAME_MAX),
  type: stationType,
  timeZone,
  latitude,
  north: z.boolean(),
  longitude,
  east: z.boolean(),
  address: line(ADDRESS_MAX),
  region: line(REGION_MAX),
  country: countryCode,
  reportMin,
  gridConnectedOn: z.nullable(calendarDay),
  capacity,
  capacityUnit,
  tiltDeg: z.nullable(upTo(90, 'tilt_range')),
  azimuthDeg: z.nullable(upTo(360, 'azimuth_range')),
  phoneCountry: z.nullable(countryCode),
  phone,
  tariff: z.nullable(money),
  /**
   * Of a price that differs: the first day of it, of the station's zone and not ahead; null: it has always been in
   * force. Left out, it is in force from today.
   */
  tariffFrom: z.optional(z.nullable(calendarDay)),
  co2: z.nullable(carbon),
  /** Wh that the station had yielded before its first reading; left out, what was entered stays. */
  yieldBeforeWh: z.optional(z.nullable(yieldBeforeWh)),
  /** A picture that the caller has sent, or the one the station has; without it there is none. */
  imageFileId: z.optional(z.nullable(uuid)),
})
export type StationInput = z.output<typeof stationInput>

/** Whom to call about a station: all of it that an owner may change. */
export const stationContact = z.pick(stationInput, { ownerName: true, phoneCountry: true, phone: true })
export type StationContact = z.output<typeof stationContact>
