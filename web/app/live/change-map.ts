import type { ActKey, ReadKey } from '../data/call-types.ts'

type Change = {
  /** Acts of this phone that make such a change. */
  by: readonly ActKey[]
  /** Answers it makes old, wherever they are shown. */
  reads?: readonly ReadKey[]
  /** Answers about one station that it makes old; a live event says of which. */
  ofStation?: readonly Extract<ReadKey, `GET /api/stations/{stationId}${string}`>[]
  /** The lists of stations tell of it. */
  lists?: true
}

const alarmReads = ['GET /api/alarms/newest', 'GET /api/alarms', 'GET /api/alarms/{alarmId}'] as const
const orderReads = [
  'GET /api/orders',
  'GET /api/orders/due',
  'GET /api/check-ins',
  'GET /api/orders/{orderId}',
  'GET /api/orders/{orderId}/flow',
  'GET /api/orders/{orderId}/verification',
] as const

/**
 * What a change makes old: one row for each kind of change, for the acts of this phone and for live events of the same
 * name. An act may make several kinds of change.
 */
export const changeMap = {
  /** A station was added or has gone. */
  stations: { by: ['POST /api/stations', 'DELETE /api/stations/{stationId}'], lists: true },
  station: {
    by: ['PUT /api/stations/{stationId}', 'PUT /api/stations/{stationId}/contact'],
    ofStation: ['GET /api/stations/{stationId}', 'GET /api/stations/{stationId}/devices'],
    lists: true,
  },
  favourites: {
    by: ['PUT /api/stations/{stationId}/favourite', 'POST /api/favourites'],
    reads: ['GET /api/favourites', 'GET /api/stations'],
  },
  /** What is narrowed by a group is another list by then. */
  groups: {
    by: [
      'POST /api/station-groups',
      'PUT /api/station-groups/{groupId}',
      'DELETE /api/station-groups/{groupId}',
      'POST /api/station-groups/{groupId}/members',
    ],
    reads: ['GET /api/station-groups', 'GET /api/stations', 'GET /api/troubles', 'GET /api/orders'],
  },
  /** Which devices a live event is about is not said: those on the screen are read again after each. */
  device: {
    by: ['POST /api/devices/{deviceId}/credentials', 'DELETE /api/devices/{deviceId}/credentials'],
    reads: [
      'GET /api/devices/{deviceId}',
      'GET /api/devices/{deviceId}/children',
      'GET /api/gateways/{gatewayId}/children',
    ],
  },
  devices: {
    by: [
      'POST /api/devices/{deviceId}/replace',
      'POST /api/devices/{deviceId}/transfer',
      'POST /api/stations/{stationId}/devices',
      'POST /api/stations/{stationId}/devices/delete',
      'POST /api/stations/{stationId}/gateways',
      'POST /api/stations/{stationId}/strings/delete',
      'PUT /api/devices/{deviceId}',
    ],
    reads: [
      'GET /api/devices/{deviceId}',
      'GET /api/devices/{deviceId}/children',
      'GET /api/devices/{deviceId}/neighbours',
      'GET /api/gateways/{gatewayId}/children',
    ],
    ofStation: [
      'GET /api/stations/{stationId}',
      'GET /api/stations/{stationId}/balance',
      'GET /api/stations/{stationId}/commissioning',
      'GET /api/stations/{stationId}/devices',
    ],
    lists: true,
  },
  array: {
    by: [
      'POST /api/devices/{deviceId}/replace',
      'POST /api/devices/{deviceId}/transfer',
      'POST /api/stations/{stationId}/areas',
      'POST /api/stations/{stationId}/assign',
      'POST /api/stations/{stationId}/devices',
      'POST /api/stations/{stationId}/devices/delete',
      'POST /api/stations/{stationId}/strings',
      'POST /api/stations/{stationId}/strings/delete',
      'PUT /api/areas/{areaId}',
      'PUT /api/strings/{stringId}',
      'DELETE /api/areas/{areaId}',
    ],
    reads: ['GET /api/devices/{deviceId}/strings', 'GET /api/strings/{stringId}/day'],
    ofStation: ['GET /api/stations/{stationId}/array', 'GET /api/stations/{stationId}/strings-now'],
  },
  energy: {
    by: [
      'POST /api/devices/{deviceId}/replace',
      'POST /api/devices/{deviceId}/transfer',
      'POST /api/stations/{stationId}/devices/delete',
    ],
    reads: [
      'GET /api/devices/{deviceId}/curve',
      'GET /api/devices/{deviceId}/energy',
      'GET /api/places/{placeId}/curve',
      'GET /api/places/{placeId}/energy',
    ],
    ofStation: [
      'GET /api/stations/{stationId}/balance',
      'GET /api/stations/{stationId}/energy',
      'GET /api/stations/{stationId}/power',
    ],
  },
  commands: {
    by: [
      'POST /api/control/{controlId}/approve',
      'POST /api/control/{controlId}/refuse',
      'POST /api/gateways/{gatewayId}/scan',
      'POST /api/stations/{stationId}/activation',
      'POST /api/stations/{stationId}/control',
      'POST /api/stations/{stationId}/read',
    ],
    reads: [
      'GET /api/control',
      'GET /api/control/{controlId}',
      'GET /api/commands',
      'GET /api/control-questions',
      'GET /api/devices/{deviceId}',
      'GET /api/check-ins',
      'GET /api/stations/{stationId}/check-ins',
      'GET /api/stations/{stationId}/limits',
      'GET /api/stations/{stationId}/shutdown-board',
    ],
    ofStation: ['GET /api/stations/{stationId}/commissioning'],
  },
  questions: {
    by: [
      'POST /api/control-questions/{questionId}/answer',
      'POST /api/stations/{stationId}/control/questions',
    ],
    reads: ['GET /api/control-questions'],
  },
  /** Who is at a station: nobody is at two. */
  presence: {
    by: [
      'POST /api/stations/{stationId}/check-in',
      'DELETE /api/stations/{stationId}/check-in',
      // A report may check out with it.
      'POST /api/orders/{orderId}/actions',
    ],
    reads: ['GET /api/stations/{stationId}/check-ins', 'GET /api/check-ins'],
  },
  /** What becomes of an order also moves its alarms, and the other way round; cards of stations count open alarms. */
  alarms: {
    by: [
      'POST /api/alarms/clear',
      'POST /api/alarms/acknowledge',
      'POST /api/alarms/wake',
      'POST /api/alarms/acknowledge-each',
      'POST /api/alarms/wake-each',
    ],
    // What somebody waits for comes first.
    reads: [...alarmReads, 'GET /api/troubles', ...orderReads, 'GET /api/home'],
    lists: true,
  },
  orders: {
    by: [
      'POST /api/orders',
      'POST /api/orders/{orderId}/actions',
      'POST /api/orders/dispatch-each',
      'POST /api/orders/{orderId}/comments',
      'POST /api/reports',
      'PUT /api/orders/{orderId}',
    ],
    reads: ['GET /api/troubles', ...orderReads, ...alarmReads],
  },
  safety: {
    by: ['PUT /api/stations/{stationId}/safety'],
    reads: ['GET /api/orders/{orderId}'],
    ofStation: ['GET /api/stations/{stationId}/safety'],
  },
  rules: {
    by: ['PUT /api/companies/{companyId}/alarm-rules', 'PUT /api/stations/{stationId}/alarm-rules'],
    reads: ['GET /api/companies/{companyId}/alarm-rules', 'GET /api/stations/{stationId}/alarm-rules'],
  },
  messages: {
    by: ['PUT /api/messages/read'],
    reads: ['GET /api/messages', 'GET /api/messages/unread'],
  },
  upgrades: {
    by: [
      'POST /api/upgrade-tasks/{taskId}/cancel',
      'POST /api/upgrades',
      'POST /api/upgrades/{upgradeId}/cancel',
      'POST /api/upgrades/{upgradeId}/pause',
      'POST /api/upgrades/{upgradeId}/resume',
    ],
    reads: [
      'GET /api/upgrade-tasks',
      'GET /api/upgrade-tasks/{taskId}',
      'GET /api/upgrade-tasks/{taskId}/nodes',
      'GET /api/upgrades/{upgradeId}',
    ],
  },
  packages: {
    by: [
      'POST /api/packages/{packageId}/approve',
      'POST /api/packages/{packageId}/withdraw',
      'PUT /api/packages/{packageId}',
    ],
    reads: ['GET /api/packages', 'GET /api/packages/{packageId}'],
  },
  /** Which edge a live event is about is not said: those on the screen are read again after each. */
  edges: {
    by: [
      'POST /api/gateways/{gatewayId}/discoveries',
      'POST /api/gateways/{gatewayId}/diagnoses',
      'POST /api/edge-devices/{edgeDeviceId}/diagnoses',
      'POST /api/gateways/{gatewayId}/edge-devices',
      'PUT /api/edge-devices/{edgeDeviceId}',
      'DELETE /api/edge-devices/{edgeDeviceId}',
      'POST /api/built-in-edge/hand-out',
      'DELETE /api/built-in-edge',
    ],
    reads: [
      'GET /api/diagnoses/{diagnosisId}',
      'GET /api/gateways/{gatewayId}/edge',
      'GET /api/edge-pairings/{pairingId}',
      'GET /api/built-in-edge',
    ],
  },
  shares: {
    by: ['POST /api/stations/{stationId}/shares', 'DELETE /api/stations/{stationId}/shares/{shareId}'],
    ofStation: ['GET /api/stations/{stationId}/shares'],
  },
  accounts: {
    by: ['POST /api/accounts', 'PUT /api/accounts/{accountId}', 'PUT /api/accounts/{accountId}/password'],
    reads: ['GET /api/accounts'],
  },
  companies: { by: ['POST /api/companies'], reads: ['GET /api/companies'] },
  settings: { by: ['PUT /api/company/settings'], reads: ['GET /api/company/settings'] },
  sessions: {
    by: ['PUT /api/me/password', 'DELETE /api/me/sessions/{sessionId}'],
    reads: ['GET /api/me/sessions'],
  },
  'look-links': {
    by: ['POST /api/look-links', 'DELETE /api/look-links/{linkId}'],
    reads: ['GET /api/look-links'],
  },
  notifications: { by: ['PUT /api/notifications'], reads: ['GET /api/notifications'] },
  push: {
    by: [
      'POST /api/push/subscriptions',
      'POST /api/push/subscriptions/{subscriptionId}/trial',
      'DELETE /api/push/subscriptions/{subscriptionId}',
    ],
    reads: ['GET /api/push'],
  },
  webhooks: {
    by: ['POST /api/webhooks', 'PUT /api/webhooks/{webhookId}', 'DELETE /api/webhooks/{webhookId}'],
    reads: ['GET /api/webhooks'],
  },
} as const satisfies Record<string, Change>

export type ChangeKind = keyof typeof changeMap
export const changeOf = (kind: ChangeKind): Change => changeMap[kind]

const listReads = ['GET /api/stations', 'GET /api/station-pins', 'GET /api/home'] as const

/** What an act makes old. */
export const readsAfter = (act: ActKey): Set<ReadKey> =>
  new Set(
    Object.values<Change>(changeMap)
      .filter(({ by }) => by.includes(act))
      .flatMap(({ reads = [], ofStation = [], lists = false }) => [
        ...reads,
        ...ofStation,
        ...(lists ? listReads : []),
      ]),
  )
