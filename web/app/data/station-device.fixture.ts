import type { Answer } from './call-types.ts'

type StationDevice = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]

/** A device of a station: it is there, hangs nowhere and has measured nothing yet; `more` says what else is known. */
export const stationDevice = <Kind extends StationDevice['kind']>(
  id: string,
  kind: Kind,
  more: Partial<Omit<StationDevice, 'kind'>> = {},
): StationDevice & { kind: Kind } => ({
  id,
  stationId: 'station',
  kind,
  sn: `SN-${id}`,
  name: '',
  brand: '',
  model: '',
  gatewayId: null,
  parentId: null,
  stringNo: null,
  position: null,
  ratedW: null,
  online: true,
  activated: true,
  confirmed: true,
  placeId: null,
  state: null,
  powerW: null,
  todayWh: null,
  night: null,
  lastAt: null,
  ...more,
})
