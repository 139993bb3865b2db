import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { reportedKinds } from '#domain/devices/kinds.ts'
import { BRAND_MAX, DEVICE_NAME_MAX, MODEL_MAX, QUARANTINE_SERIALS } from '#domain/devices/limits.ts'
import * as z from 'zod/mini'
import { instant, line, searchText, uuid } from '#domain/accounts/fields.ts'
import { stringNo, stringPosition } from '#domain/devices/array.ts'
import { DEVICES_AT_ONCE } from '#domain/devices/limits.ts'
import { deviceKind, typedSerial } from '#domain/devices/fields.ts'
import { typedClaimCode } from '#domain/devices/gateway-input.ts'
import { REGISTRY_CSV_MAX, REGISTRY_LINES_MAX } from '#domain/devices/registry-line.ts'
import { credentials, deviceRow } from './devices.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX, DEVICES_PAGE_MAX } from './lists.ts'
import { routeTable } from './route.ts'

const count = z.int().check(z.minimum(0))

/** What a person enters of a device behind a gateway; the rest comes from its gateway. */
export const subDeviceInput = z.strictObject({
  id: uuid,
  sn: typedSerial,
  kind: z.enum(reportedKinds),
  brand: line(BRAND_MAX),
  model: line(MODEL_MAX),
  name: line(DEVICE_NAME_MAX),
  gatewayId: z.nullable(uuid),
  /** The inverter it belongs to; only what hangs in strings has one. */
  parentId: z.nullable(uuid),
  stringNo: z.nullable(stringNo),
  position: z.nullable(stringPosition),
})

/** Serials as they were typed or scanned; each is judged by itself. */
const typedSerials = z.array(typedSerial).check(z.minLength(1), z.maxLength(DEVICES_AT_ONCE))
const serialVerdict = z.nullable(z.enum(['sn_format', 'sn_repeat']))

/** Adding, checking, replacing and removing what hangs behind a gateway. */
const alarmedRow = z.extend(deviceRow, {
  /** The worst of its open alarms; null = none is open. */
  alarmLevel: z.nullable(z.enum(alarmLevels)),
})

export const siteRoutes = routeTable({
  'GET /api/devices': {
    summary:
      'Devices of all stations in sight, to choose from: search, filter, page by page; of one station or gateway by kind, the gateway first',
    permission: 'device:device:view',
    objects: { 'query.stationId': 'station', 'query.gatewayId': 'gateway' },
    query: z.strictObject({
      /** In serial, name or model. */
      search: z.optional(searchText),
      kind: z.optional(deviceKind),
      stationId: z.optional(uuid),
      gatewayId: z.optional(uuid),
      /** `true`: only those without a string; `false`: only those with one. */
      unassigned: z.optional(z.enum(['true', 'false'])),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      devices: listOf(z.extend(alarmedRow, { stationName: z.string() }), PAGE_MAX),
      next: z.nullable(z.string()),
    }),
  },
  'POST /api/stations/{stationId}/devices/check': {
    summary: 'Judge serials before devices are added: format, and whether one is in use anywhere',
    permission: 'device:device:add',
    objects: { stationId: 'station' },
    body: z.strictObject({ sns: typedSerials }),
    output: z.strictObject({
      /** In the order asked; `sn` normalised. A serial named twice is a repeat the second time. */
      checks: listOf(
        z.strictObject({ sn: z.string(), ok: z.boolean(), code: serialVerdict }),
        DEVICES_AT_ONCE,
      ),
    }),
    errors: ['sn_format', 'too_many_serials'],
    idempotent: true,
  },
  'POST /api/stations/{stationId}/devices': {
    summary:
      'Add inverters, optimizers and shutdown devices by serial. One that is refused does not stop the others; ids that are there already are answered as added. A serial that a gateway of the station has found by itself is confirmed: its row keeps its own id',
    permission: 'device:device:add',
    objects: {
      stationId: 'station',
      'body.devices.gatewayId': 'gateway',
      'body.devices.parentId': 'inverter',
    },
    body: z.strictObject({
      devices: z.array(subDeviceInput).check(z.minLength(1), z.maxLength(DEVICES_AT_ONCE)),
    }),
    output: z.strictObject({
      added: listOf(deviceRow, DEVICES_AT_ONCE),
      refused: listOf(
        z.strictObject({
          id: uuid,
          sn: z.string(),
          code: z.enum(['sn_format', 'sn_repeat', 'position_taken', 'wrong_state', 'devices_full']),
        }),
        DEVICES_AT_ONCE,
      ),
    }),
    errors: ['sn_format', 'too_long', 'too_many_serials'],
    idempotent: true,
    status: 201,
  },
  'GET /api/gateways/{gatewayId}/children': {
    summary:
      'What is expected behind a gateway against what it has found: up to 500 devices, the others page by page',
    permission: 'device:device:view',
    objects: { gatewayId: 'gateway' },
    query: z.strictObject({ cursor: z.optional(pageCursor), limit: z.optional(pageLimit) }),
    output: z.strictObject({
      /** Typed, scanned or confirmed: what should be there. */
      expected: listOf(alarmedRow, DEVICES_PAGE_MAX),
      /** What the gateway names in its inventory. */
      discovered: listOf(alarmedRow, DEVICES_PAGE_MAX),
      /** Ids of expected ones it does not name. */
      missing: listOf(uuid, DEVICES_PAGE_MAX),
      /** Ids of those it named that nobody typed in. */
      unexpected: listOf(uuid, DEVICES_PAGE_MAX),
      /** Serials it reports that cannot become its children, and why. */
      quarantine: listOf(
        z.strictObject({ sn: z.string(), reason: z.string(), readings: z.int(), lastAt: instant }),
        QUARANTINE_SERIALS,
      ),
      inventoryAt: z.nullable(instant),
      /** Of all pages. */
      counts: z.strictObject({ expected: count, discovered: count, missing: count, unexpected: count }),
      next: z.nullable(z.string()),
    }),
  },
  'POST /api/stations/{stationId}/devices/delete': {
    summary:
      'Delete devices: their places stay empty, open commands end, a gateway is cut off. What hangs behind a gateway stays, not connected, unless `withChildren`',
    permission: 'device:device:delete',
    objects: { stationId: 'station', 'body.ids': 'device' },
    body: z.strictObject({
      ids: z.array(uuid).check(z.minLength(1, { error: 'nothing_selected' }), z.maxLength(DEVICES_AT_ONCE)),
      withChildren: z.optional(z.boolean()),
    }),
    output: z.strictObject({ deleted: count }),
    errors: ['nothing_selected'],
    idempotent: true,
  },
  'POST /api/devices/{deviceId}/replace': {
    summary:
      'Put another device of the same kind into the place of this one: by its serial, typed in now or found by the gateway already. A gateway gets a new login: from the registry with a claim code, or credentials shown this once',
    permission: 'device:device:replace',
    objects: { deviceId: 'device' },
    body: z.strictObject({
      /** The new device, unless the gateway has found it already. */
      id: uuid,
      sn: typedSerial,
      brand: z.optional(line(BRAND_MAX)),
      model: z.optional(line(MODEL_MAX)),
      claimCode: z.optional(typedClaimCode),
    }),
    output: z.strictObject({ device: deviceRow, credentials: z.nullable(credentials) }),
    errors: [
      'sn_format',
      'sn_repeat',
      'claim_refused',
      'too_many_attempts',
      'too_many_serials',
      'wrong_state',
      'too_long',
      'command_running',
    ],
    idempotent: true,
    status: 201,
  },
  'POST /api/devices/{deviceId}/transfer': {
    summary:
      'Move a gateway with all behind it to another station. Readings stay with the old station, open commands end, the login is made anew; an edge that stays in its company keeps login, list and passwords',
    permission: 'device:device:replace',
    objects: { deviceId: 'gateway', 'body.stationId': 'station' },
    body: z.strictObject({ stationId: uuid }),
    output: z.strictObject({ device: deviceRow, credentials: z.nullable(credentials), moved: count }),
    errors: ['wrong_state', 'devices_full'],
    fresh: true,
    idempotent: true,
    status: 201,
  },
  'POST /api/registry': {
    summary:
      'Import gateways into the factory registry, as CSV with the columns serial, secret (or secret_hash in the $7$ form), claim_code, model',
    permission: 'system:registry:import',
    objects: {},
    body: z.strictObject({ csv: z.string().check(z.maxLength(REGISTRY_CSV_MAX, { error: 'too_long' })) }),
    output: z.strictObject({
      imported: count,
      /** Serials that were in the registry with the same data already. */
      unchanged: count,
      /** Which lines those were. */
      unchangedLines: listOf(z.int(), REGISTRY_LINES_MAX),
      errors: listOf(z.strictObject({ line: z.int(), sn: z.string(), code: z.string() }), REGISTRY_LINES_MAX),
    }),
    fresh: true,
    errors: ['too_long'],
    idempotent: true,
  },
})
