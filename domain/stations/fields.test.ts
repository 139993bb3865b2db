import { describe, expect, it } from 'vitest'
import {
  calendarDay,
  capacity,
  hasDecimals,
  latitude,
  longitude,
  phone,
  reportMin,
  stationInput,
  stationName,
} from './fields.ts'

type Schema = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: { message: string }[] } }
}

/** `ok` or the first error code. */
const verdict = (schema: Schema, value: unknown): string => {
  const result = schema.safeParse(value)
  return result.success ? 'ok' : (result.error.issues[0]?.message ?? 'no message')
}

const han = '站'

describe('limits of a station', () => {
  it.each<[string, Schema, unknown, string]>([
    ['latitude', latitude, 0, 'ok'],
    ['latitude', latitude, 90, 'ok'],
    ['latitude', latitude, 89.999999, 'ok'],
    ['latitude', latitude, 90.000001, 'latitude_range'],
    ['latitude', latitude, -0.000001, 'latitude_range'],
    ['latitude', latitude, 12.3456789, 'latitude_range'],
    ['latitude', latitude, 1e-7, 'latitude_range'],
    ['latitude', latitude, '12', 'latitude_range'],
    ['latitude', latitude, Number.NaN, 'latitude_range'],
    ['latitude', latitude, Number.POSITIVE_INFINITY, 'latitude_range'],
    ['latitude', latitude, null, 'latitude_range'],
    ['latitude', latitude, undefined, 'required'],
    ['longitude', longitude, 0, 'ok'],
    ['longitude', longitude, 180, 'ok'],
    ['longitude', longitude, 180.000001, 'longitude_range'],
    ['longitude', longitude, -1, 'longitude_range'],
    ['longitude', longitude, 179.1234567, 'longitude_range'],
    ['reporting', reportMin, 4, 'reporting_range'],
    ['reporting', reportMin, 5, 'ok'],
    ['reporting', reportMin, 5.5, 'reporting_range'],
    ['reporting', reportMin, 240, 'ok'],
    ['reporting', reportMin, 241, 'reporting_range'],
    ['reporting', reportMin, '15', 'reporting_range'],
    ['reporting', reportMin, Number.NaN, 'reporting_range'],
    ['reporting', reportMin, undefined, 'required'],
    ['capacity', capacity, 0, 'capacity_format'],
    ['capacity', capacity, 0.01, 'ok'],
    ['capacity', capacity, 0.005, 'capacity_format'],
    ['capacity', capacity, 12.34, 'ok'],
    ['capacity', capacity, 12.345, 'capacity_format'],
    ['capacity', capacity, -1, 'capacity_format'],
    ['capacity', capacity, 9_999_999_999.99, 'ok'],
    ['capacity', capacity, 1e10, 'capacity_format'],
    ['capacity', capacity, Number.POSITIVE_INFINITY, 'capacity_format'],
    ['name', stationName, 'a'.repeat(30), 'ok'],
    ['name', stationName, 'a'.repeat(31), 'station_name_length'],
    ['name', stationName, han.repeat(30), 'ok'],
    ['name', stationName, han.repeat(31), 'station_name_length'],
    ['name', stationName, '𠮷'.repeat(30), 'ok'],
    ['name', stationName, '屋顶-A_1.(2)', 'ok'],
    ['name', stationName, '-Roof', 'station_name_start'],
    ['name', stationName, '.Roof', 'station_name_start'],
    ['name', stationName, '_Roof', 'station_name_start'],
    ['name', stationName, '(Roof)', 'station_name_start'],
    ['name', stationName, ')Roof', 'station_name_start'],
    ['name', stationName, 'Roof 3', 'station_name_characters'],
    ['name', stationName, 'Roof（3）', 'station_name_characters'],
    ['name', stationName, 'Dächer', 'station_name_characters'],
    ['name', stationName, "Roof'--", 'station_name_characters'],
    ['name', stationName, '', 'required'],
    ['name', stationName, '   ', 'required'],
    ['phone', phone, '', 'ok'],
    ['phone', phone, '138 0013 8000', 'ok'],
    ['phone', phone, '123', 'phone_format'],
    ['phone', phone, '+49 30', 'phone_format'],
  ])('V3: %s of %#: %s', (_field, schema, value, expected) => {
    expect(verdict(schema, value)).toBe(expected)
  })

  it('trims a name', () => {
    expect(stationName.parse('  Roof-3 ')).toBe('Roof-3')
  })

  it.each([
    ['NUL', 'Roof\u0000'],
    ['a lone surrogate', 'Roof\uD800'],
    ['a bidi override', 'Roof\u202E3'],
    ['a zero-width space', 'Ro\u200Bof'],
    ['a zero-width joiner', 'Ro\u200Dof'],
    ['a byte order mark inside', 'Ro\uFEFFof'],
    ['a line break', 'Ro\nof'],
    ['a decomposed letter', 'Cafe\u0301'],
    ['a composed letter', 'Caf\u00E9'],
    ['full-width letters', 'Ｒｏｏｆ'],
    ['an emoji', 'Roof☀'],
    ['markup', '<b>Roof'],
  ])('V4: a station name with %s is refused', (_what, name) => {
    expect(verdict(stationName, name)).toBe('station_name_characters')
  })

  it('V4: the other texts of a station refuse what cannot be seen and count by code point', () => {
    const address = stationInput.shape.address
    expect(verdict(address, '😀'.repeat(200))).toBe('ok')
    expect(verdict(address, '😀'.repeat(201))).toBe('too_long')
    expect(address.parse('Cafe\u0301')).toBe('Caf\u00E9')
    for (const bad of ['a\u0000b', 'a\uD800', 'a\u202Eb', 'a\u200Bb', 'a\u2066b'])
      expect(verdict(address, bad)).toBe('invalid_input')
  })
})

describe('calendar days', () => {
  it.each([
    ['2024-02-29', 'ok'],
    ['2023-02-29', 'date_invalid'],
    ['2100-02-29', 'date_invalid'],
    ['2000-02-29', 'ok'],
    ['2024-02-30', 'date_invalid'],
    ['2024-04-31', 'date_invalid'],
    ['2024-12-31', 'ok'],
    ['2024-13-01', 'date_invalid'],
    ['2024-00-10', 'date_invalid'],
    ['2024-01-00', 'date_invalid'],
    ['2024-1-1', 'date_invalid'],
    ['1969-12-31', 'date_invalid'],
    ['2024-02-01T00:00', 'date_invalid'],
    ['', 'date_invalid'],
  ])('V9: %s is %s', (day, expected) => {
    expect(verdict(calendarDay, day)).toBe(expected)
  })
})

describe('decimals', () => {
  it.each([
    [1, 0, true],
    [0.1, 1, true],
    [0.12, 1, false],
    [1e-7, 6, false],
    [1e-7, 7, true],
    [1e21, 0, true],
    [-0.25, 2, true],
  ])('%d has at most %d: %s', (value, places, expected) => {
    expect(hasDecimals(value, places)).toBe(expected)
  })
})
