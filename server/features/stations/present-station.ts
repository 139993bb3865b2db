import type * as z from 'zod/mini'
import type { stationCard, stationFields } from '#contract/http/stations.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { stationTypes } from '#domain/stations/station-kinds.ts'
import type { StationFigures } from './station-figures.ts'
import { nightOf } from './station-night.ts'
import type { ListedStation, StationRow } from './station-store.ts'

export type StationFieldsView = z.output<typeof stationFields>
export type StationCardView = z.output<typeof stationCard>

const typeOf = (stored: string) => stationTypes.find((type) => type === stored) ?? 'residential'

export const presentStation = (row: StationRow): StationFieldsView => ({
  id: row.id,
  code: row.code,
  name: row.name,
  companyId: row.company_id,
  companyName: row.company_name,
  ownerAccountId: row.owner_account_id,
  ownerAccountName: row.owner_account_name ?? null,
  ownerName: row.owner_name,
  type: typeOf(row.type),
  timeZone: row.time_zone,
  latitude: row.latitude,
  north: row.north,
  longitude: row.longitude,
  east: row.east,
  address: row.address,
  region: row.region,
  country: row.country,
  reportMin: row.report_min,
  gridConnectedOn: row.grid_connected_on,
  capacity: row.capacity,
  capacityUnit: row.capacity_unit,
  capacityW: row.capacity_w,
  tiltDeg: row.tilt_deg,
  azimuthDeg: row.azimuth_deg,
  phoneCountry: row.phone_country,
  phone: row.phone,
  tariff: row.tariff,
  co2: row.co2,
  imageFileId: row.image_file_id,
  yieldBeforeWh: row.yield_before_wh,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
  version: row.version,
})

/** All of a card but its night: where the sun stands is asked of what is shown alone. */
export type CardFacts = Omit<StationCardView, 'night'>

export const cardFacts = (row: ListedStation, figures: Omit<StationFigures, 'inverterW'>): CardFacts => ({
  id: row.id,
  code: row.code,
  name: row.name,
  type: typeOf(row.type),
  country: row.country,
  region: row.region,
  timeZone: row.time_zone,
  latitude: row.latitude,
  north: row.north,
  longitude: row.longitude,
  east: row.east,
  capacity: row.capacity,
  capacityUnit: row.capacity_unit,
  capacityW: row.capacity_w,
  condition: figures.condition,
  powerW: figures.powerW,
  powerAt: figures.powerAt,
  todayWh: figures.todayWh,
  todayCoverage: figures.todayCoverage,
  equivalentHours: equivalentHours(figures.todayWh, row.capacity_w, figures.todayCoverage),
  switchedOff: figures.switchedOff,
  limited: figures.limited,
  attention: figures.attention,
  openAlarms: alarmLevels.reduce((sum, level) => sum + figures.openAlarms[level], 0),
  worstAlarm: alarmLevels.find((level) => figures.openAlarms[level] > 0) ?? null,
  lastHeardAt: figures.lastHeardAt,
  imageFileId: row.image_file_id,
  deletedAt: row.deleted_at,
})

export const presentCard = (
  row: ListedStation,
  figures: Omit<StationFigures, 'inverterW'>,
  now: number,
): StationCardView => ({ ...cardFacts(row, figures), night: nightOf(row, figures, now) })
