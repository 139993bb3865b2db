import { type StationType } from '#domain/stations/station-kinds.ts'
import { capacityUnits, type CapacityUnit } from '#domain/stations/fields.ts'
import { REPORT_MIN } from '#domain/stations/limits.ts'
import type { BodyInput } from '#contract/http/route.ts'
import type { Routes } from '#contract/http/routes.ts'
import type { StationData } from '../station-queries.ts'

type Body = BodyInput<Routes['PUT /api/stations/{stationId}']>

/**
 * The station as it stands in the form: the same fields under the same names as in the API, so that an error of the
 * server finds its field. null where nothing was entered yet.
 */
export type StationValues = {
  name: string
  companyId: string | null
  ownerAccountId: string | null
  ownerName: string
  type: StationType | null
  timeZone: string | null
  latitude: number | null
  north: boolean
  longitude: number | null
  east: boolean
  address: string
  region: string
  country: string | null
  reportMin: number | null
  gridConnectedOn: string | null
  capacity: number | null
  capacityUnit: CapacityUnit
  tiltDeg: number | null
  azimuthDeg: number | null
  phoneCountry: string | null
  phone: string
  tariff: { perKwh: number | null; currency: string; source: string } | null
  /** null: a price that differs has always been in force; without it, from today. */
  tariffFrom?: null | undefined
  co2: { kgPerKwh: number | null; source: string } | null
  /** Wh; typed in kWh. */
  yieldBeforeWh: number | null
  imageFileId: string | null
}

export const emptyValues: StationValues = {
  name: '',
  companyId: null,
  ownerAccountId: null,
  ownerName: '',
  type: null,
  timeZone: null,
  latitude: null,
  north: true,
  longitude: null,
  east: true,
  address: '',
  region: '',
  country: null,
  reportMin: REPORT_MIN,
  gridConnectedOn: null,
  capacity: null,
  capacityUnit: capacityUnits[0],
  tiltDeg: null,
  azimuthDeg: null,
  phoneCountry: null,
  phone: '',
  tariff: null,
  tariffFrom: undefined,
  co2: null,
  yieldBeforeWh: null,
  imageFileId: null,
}

/** What is entered of a station that exists. */
export const valuesOf = (station: StationData): StationValues => {
  const entered = Object.keys(emptyValues).map((name) => [
    name,
    station[name as Exclude<keyof StationValues, 'tariffFrom'>],
  ])
  return Object.fromEntries(entered) as StationValues
}

const given = <T>(value: T | null): T | undefined => value ?? undefined

/** What the rules judge: what is missing is absent, as in a call. A telephone without a number has no country. */
export const candidateOf = (values: StationValues) => ({
  ...values,
  companyId: given(values.companyId),
  type: given(values.type),
  timeZone: given(values.timeZone),
  latitude: given(values.latitude),
  longitude: given(values.longitude),
  country: given(values.country),
  reportMin: given(values.reportMin),
  capacity: given(values.capacity),
  phoneCountry: values.phone.trim() === '' ? null : values.phoneCountry,
  tariff: values.tariff && { ...values.tariff, perKwh: given(values.tariff.perKwh) },
  co2: values.co2 && { ...values.co2, kgPerKwh: given(values.co2.kgPerKwh) },
})

/** The body of a call. Only for values that the rules have found right. */
export const bodyOf = (values: StationValues): Body => candidateOf(values) as Body

const readable = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/** NaN stands for something typed that is no number; what was typed is not kept, so the field starts empty. */
export const restored = (values: StationValues): StationValues => ({
  ...values,
  latitude: readable(values.latitude),
  longitude: readable(values.longitude),
  reportMin: readable(values.reportMin),
  capacity: readable(values.capacity),
  tiltDeg: readable(values.tiltDeg),
  azimuthDeg: readable(values.azimuthDeg),
  yieldBeforeWh: readable(values.yieldBeforeWh ?? null),
  tariff: values.tariff && { ...values.tariff, perKwh: readable(values.tariff.perKwh) },
  co2: values.co2 && { ...values.co2, kgPerKwh: readable(values.co2.kgPerKwh) },
})

/** True when a person changed nothing that counts. */
export const sameValues = (one: StationValues, other: StationValues): boolean =>
  JSON.stringify(candidateOf(one)) === JSON.stringify(candidateOf(other))
