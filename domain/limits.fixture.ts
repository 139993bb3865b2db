/**
 * The limits of the product for tests: a value at each limit, one just inside and one just beyond. The forms of the app
 * and the API are held to the same rows.
 */
export type LimitRow = readonly [field: string, value: unknown, answer: 'taken' | string]

/** A letter that takes two units of a JavaScript string. */
const han = '\u{20bb7}'

export const stationLimits: readonly LimitRow[] = [
  ['latitude', 0, 'taken'],
  ['latitude', 90, 'taken'],
  ['latitude', 89.999999, 'taken'],
  ['latitude', 90.000001, 'latitude_range'],
  ['latitude', -0.000001, 'latitude_range'],
  ['latitude', 45.1234567, 'latitude_range'],
  ['latitude', 1e-7, 'latitude_range'],
  ['latitude', '45', 'latitude_range'],
  ['longitude', 0, 'taken'],
  ['longitude', 180, 'taken'],
  ['longitude', 179.999999, 'taken'],
  ['longitude', 180.000001, 'longitude_range'],
  ['longitude', -0.000001, 'longitude_range'],
  ['longitude', 100.1234567, 'longitude_range'],
  ['reportMin', 5, 'taken'],
  ['reportMin', 6, 'taken'],
  ['reportMin', 239, 'taken'],
  ['reportMin', 240, 'taken'],
  ['reportMin', 4, 'reporting_range'],
  ['reportMin', 241, 'reporting_range'],
  ['reportMin', 5.5, 'reporting_range'],
  ['reportMin', '5', 'reporting_range'],
  ['name', 'a', 'taken'],
  ['name', 'a'.repeat(29), 'taken'],
  ['name', 'a'.repeat(30), 'taken'],
  ['name', '电'.repeat(30), 'taken'],
  ['name', han.repeat(30), 'taken'],
  ['name', 'a'.repeat(31), 'station_name_length'],
  ['name', '电'.repeat(31), 'station_name_length'],
  ['name', han.repeat(31), 'station_name_length'],
  ['name', 'A.-_()1', 'taken'],
  ['name', '', 'required'],
  ...['.', '-', '_', '(', ')'].map((sign): LimitRow => ['name', `${sign}a`, 'station_name_start']),
  ...[' ', '/', '#', '（', '&', '"', 'é', 'а', '🌞'].map((sign): LimitRow => [
    'name',
    `a${sign}b`,
    'station_name_characters',
  ]),
  ['capacity', 0.01, 'taken'],
  ['capacity', 20.25, 'taken'],
  ['capacity', 20.2, 'taken'],
  ['capacity', 9_999_999_999.99, 'taken'],
  ['capacity', 10_000_000_000, 'capacity_format'],
  ['capacity', 0, 'capacity_format'],
  ['capacity', -1, 'capacity_format'],
  ['capacity', 20.255, 'capacity_format'],
  ['capacity', 0.001, 'capacity_format'],
  ['capacityUnit', 'GW', 'taken'],
  ['capacityUnit', 'W', 'invalid_input'],
  ['type', 'roof', 'invalid_input'],
  ['tiltDeg', 0, 'taken'],
  ['tiltDeg', 89.9, 'taken'],
  ['tiltDeg', 90, 'taken'],
  ['tiltDeg', 90.1, 'tilt_range'],
  ['tiltDeg', -0.1, 'tilt_range'],
  ['azimuthDeg', 0, 'taken'],
  ['azimuthDeg', 359.9, 'taken'],
  ['azimuthDeg', 360, 'taken'],
  ['azimuthDeg', 360.1, 'azimuth_range'],
  ['azimuthDeg', -0.1, 'azimuth_range'],
  ['phone', '1234', 'taken'],
  ['phone', '1'.repeat(20), 'taken'],
  ['phone', '123', 'phone_format'],
  ['phone', '1'.repeat(21), 'phone_format'],
  ['phone', '138a', 'phone_format'],
  ['country', 'CHN', 'country_unknown'],
  ['country', 'ZZ', 'country_unknown'],
  ['ownerName', han.repeat(60), 'taken'],
  ['ownerName', 'a'.repeat(61), 'too_long'],
  ['address', 'a'.repeat(200), 'taken'],
  ['address', 'a'.repeat(201), 'too_long'],
  ['region', 'a'.repeat(80), 'taken'],
  ['region', 'a'.repeat(81), 'too_long'],
]

/** 12 digits, or letters and digits together; one of each length around. Gateways and sub-devices alike. */
export const serialLimits: readonly LimitRow[] = [
  ['sn', '123456789012', 'taken'],
  ['sn', '12345678901', 'sn_format'],
  ['sn', '1234567890123', 'sn_format'],
  ['sn', 'A12345', 'taken'],
  ['sn', 'A1234', 'sn_format'],
  ['sn', `A${'1'.repeat(31)}`, 'taken'],
  ['sn', `A${'1'.repeat(32)}`, 'sn_format'],
  ['sn', 'ABCDEFGH', 'sn_format'],
  ['sn', '12345678901A', 'taken'],
  ['sn', 'A1_23456', 'sn_format'],
  ['sn', '', 'sn_format'],
]

/** W. */
export const stringCapacityLimits: readonly LimitRow[] = [
  ['capacityW', null, 'required'],
  ['capacityW', 0.01, 'taken'],
  ['capacityW', 0.02, 'taken'],
  ['capacityW', 9000.55, 'taken'],
  ['capacityW', 1_000_000_000, 'taken'],
  ['capacityW', 1_000_000_001, 'string_capacity'],
  ['capacityW', 0, 'string_capacity'],
  ['capacityW', -0.01, 'string_capacity'],
  ['capacityW', 0.001, 'string_capacity'],
  ['capacityW', 9000.555, 'string_capacity'],
]

/** How many pictures and documents a work order may have: one fewer, as many, one more. */
export const attachmentLimits: readonly (readonly [
  field: 'images' | 'files',
  count: number,
  answer: 'taken' | string,
])[] = [
  ['images', 0, 'taken'],
  ['images', 7, 'taken'],
  ['images', 8, 'taken'],
  ['images', 9, 'too_many_images'],
  ['files', 4, 'taken'],
  ['files', 5, 'taken'],
  ['files', 6, 'too_many_files'],
]
