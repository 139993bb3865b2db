/** Edges: gateways of ours that read devices at a site. One file: pairing, list, search and diagnosis are read together. */
import * as z from 'zod/mini'
import { maxEdgeDevices, maxSerialsOfDevice } from '../mqtt/edge-device.ts'
import { keysAtMost } from '../mqtt/fields.ts'
import { foreignSecret, instant, line, uuid, version } from '#domain/accounts/fields.ts'
import { reportedKinds } from '#domain/devices/kinds.ts'
import {
  DEVICE_SECRET_MAX,
  DEVICE_URL_MAX,
  EDGE_NAME_MAX,
  INTERVAL_MAX_S,
  INTERVAL_MIN_S,
  LOG_LINES_MAX,
  PROFILE_MAX,
  RANGES_MAX,
  REGISTERS_MAX,
  EDGE_DEVICES_MAX,
  TRIED_MAX,
} from '#domain/edges/limits.ts'
import {
  MAPPED_DEVICES_MAX,
  MAPPED_VALUES_MAX,
  MAPPED_WORDS_MAX,
  mappedTroubles,
  TOPIC_MAX,
  topicMapMistakes,
} from '#domain/edges/topic-map.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

const count = z.int().check(z.minimum(0))
const maybe = z.nullable(z.string())
/** A code for programs and a sentence in the caller's language. */
const trouble = z.strictObject({ code: z.string(), text: z.string() })

/** X25519, raw, base64url. */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'invalid_input' }))
const softwareVersion = z.string().check(z.regex(/^[\w.+-]{1,64}$/, { error: 'invalid_input' }))

const topic = z.string().check(z.maxLength(TOPIC_MAX, { error: 'edge_map_topic' }))
const place = {
  /** Below the topic of the address; '' = that topic itself. */
  topic,
  /** Where in a JSON; '' = the message is the value. */
  path: z.string().check(z.maxLength(TOPIC_MAX, { error: 'edge_map_path' })),
}
const short = (error: 'edge_map_kind' | 'edge_map_metric' | 'edge_map_serial') =>
  z.string().check(z.maxLength(32, { error }))
/** What may stand in it: `domain/edges/topic-map.ts`. */
const topicMap = z.strictObject({
  devices: z
    .array(
      z.strictObject({
        t: short('edge_map_kind'),
        sn: z.nullable(short('edge_map_serial')),
        values: z
          .array(z.strictObject({ ...place, to: short('edge_map_metric'), factor: z.number() }))
          .check(z.maxLength(MAPPED_VALUES_MAX, { error: 'edge_map_empty' })),
        state: z.nullable(
          z.strictObject({
            ...place,
            are: z.record(z.string(), z.string()).check(...keysAtMost(MAPPED_WORDS_MAX, 'edge_map_state')),
          }),
        ),
      }),
    )
    .check(z.maxLength(MAPPED_DEVICES_MAX, { error: 'edge_map_empty' })),
})

const edgeDeviceInput = {
  /** `modbus-tcp://192.168.1.20:502?unit=1` */
  url: z.string().check(z.maxLength(DEVICE_URL_MAX, { error: 'edge_address' })),
  /** null = the edge finds out. */
  profile: z.nullable(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9-]*$/, { error: 'invalid_input' }), z.maxLength(PROFILE_MAX)),
  ),
  /** Seconds between two readings. */
  intervalS: z.int().check(z.minimum(INTERVAL_MIN_S), z.maximum(INTERVAL_MAX_S)),
  /**
   * Password or token of the device: sealed to the edge at once, never shown again. Absent = as it was, null = none. For another machine it is typed
   * anew.
   */
  secret: z.optional(z.nullable(foreignSecret(DEVICE_SECRET_MAX))),
  /** Of what is published over MQTT: a mapping of one's own. Absent = as it was, null = none. */
  map: z.optional(z.nullable(topicMap)),
}

export const edgeDeviceView = z.strictObject({
  id: uuid,
  url: z.string(),
  profile: maybe,
  intervalS: z.int(),
  hasSecret: z.boolean(),
  map: z.nullable(topicMap),
  addedAt: instant,
  version,
  /** Why it is not read although it stands in the list: the edge refused it, or its secret has to be entered again. */
  refused: z.nullable(trouble),
  /** What the edge last told of it; null = nothing yet. */
  link: z.nullable(
    z.strictObject({
      /** Requests and answers since the edge began to speak to it. */
      asked: count,
      answered: count,
      /** How long answers take, ms. */
      answerMs: z.nullable(z.number()),
      lastAnswerAt: z.nullable(instant),
      trouble: z.nullable(trouble),
    }),
  ),
  /** Devices of the station that are read through it, and all serials that came through it. */
  deviceIds: listOf(uuid, maxSerialsOfDevice),
  serials: listOf(z.string(), maxSerialsOfDevice),
})

export const foundView = z.strictObject({
  url: z.string(),
  profile: maybe,
  brand: maybe,
  model: maybe,
  devices: listOf(
    z.strictObject({
      /** null = it says none. */
      sn: maybe,
      kind: z.enum(reportedKinds),
      powerW: z.nullable(z.number()),
      model: maybe,
    }),
    maxSerialsOfDevice,
  ),
  /** Of a mapping: each of its values, in its order; null = it is none. */
  mapped: z.nullable(
    listOf(
      z.strictObject({ value: z.nullable(z.number()), trouble: z.nullable(z.enum(mappedTroubles)) }),
      MAPPED_DEVICES_MAX * MAPPED_VALUES_MAX,
    ),
  ),
  /** In the list of this edge already, or read through another gateway that the caller sees. */
  taken: z.boolean(),
  takenBy: z.nullable(z.enum(['this', 'other'])),
})

export const discoveryView = z.strictObject({
  /** That of its command. */
  id: uuid,
  state: z.enum(['running', 'done', 'failed']),
  /** Why it failed, as of a command. */
  code: maybe,
  /** Addresses asked so far, and of how many; null = not told yet. */
  done: z.nullable(count),
  total: z.nullable(count),
  /** What was tried, in the edge's words: `192.168.1.20 502`. */
  tried: listOf(z.string(), TRIED_MAX),
  startedAt: instant,
  found: listOf(foundView, maxEdgeDevices),
})

export const diagnosisView = z.strictObject({
  id: uuid,
  state: z.enum(['running', 'done', 'failed']),
  code: maybe,
  lines: listOf(z.string(), LOG_LINES_MAX),
  found: listOf(foundView, maxEdgeDevices),
})

export const edgeView = z.strictObject({
  /** '' = not told. */
  version: z.string(),
  /** Of the program that this server hands out. */
  newestVersion: z.string(),
  builtIn: z.boolean(),
  pairedAt: instant,
  /** Settings: the revision sent last, and the one the edge has taken; null = none yet. */
  settings: z.strictObject({
    rev: z.nullable(z.int()),
    takenRev: z.nullable(z.int()),
    /** Why the edge did not take the list as a whole. */
    refused: z.nullable(trouble),
  }),
  devices: listOf(edgeDeviceView, EDGE_DEVICES_MAX),
  /** What the edge has read and the server does not have yet. */
  store: z.nullable(
    z.strictObject({
      waiting: count,
      bytes: z.nullable(count),
      /** Lost because the store was full, since the edge was set up. */
      dropped: z.nullable(count),
      oldestAt: z.nullable(instant),
      /** Why nothing can be kept on its disk now, as the edge says it, in English. */
      trouble: maybe,
    }),
  ),
  /** The newest search; null also for whoever may not search. */
  discovery: z.nullable(discoveryView),
})

export const builtInEdgeView = z.strictObject({
  /** `off`: this server has none. `free`: it is handed to nobody. `starting`: handed out, and not paired yet. */
  state: z.enum(['off', 'free', 'starting', 'handed_out']),
  stationId: z.nullable(uuid),
  stationName: maybe,
  gatewayId: z.nullable(uuid),
})

const mapErrors = [...topicMapMistakes, 'edge_map_scheme'] as const
const urlErrors = [
  'edge_address',
  'edge_scheme',
  'edge_address_public',
  'edge_address_secret',
  'edge_port',
] as const

export const edgeRoutes = routeTable({
  'POST /api/stations/{stationId}/edge-pairings': {
    summary:
      'A code that connects an edge to a station: it lives 15 minutes and works once. With `replaces` the edge takes the place of a gateway there, whose history goes on and whose login ends',
    permission: 'device:edge:pair',
    objects: { stationId: 'station', 'body.replaces': 'gateway' },
    body: z.strictObject({ name: z.optional(line(EDGE_NAME_MAX)), replaces: z.optional(uuid) }),
    output: z.strictObject({
      pairingId: uuid,
      /** `K7QF-93XW`; shown this once. */
      code: z.string(),
      expiresAt: instant,
      /** Where the edge finds this server. */
      serverUrl: z.string(),
      /** Of the certificate authority, hex, where the certificate is not publicly trusted. */
      authoritySha256: maybe,
      /** The one command to run at the site: fetches the program, checks it where needed, and starts it. */
      command: z.string(),
      /** The same for whoever has the program there already. */
      startCommand: z.string(),
      /** What a QR code holds. */
      qr: z.string(),
      /** Nothing is handed out to other machines: HTTPS has to be switched on first (`npm run certificate`). */
      needsTls: z.boolean(),
    }),
    errors: ['pairings_full', 'too_long'],
    idempotent: true,
    status: 201,
  },
  'GET /api/edge-pairings/{pairingId}': {
    summary: 'Whether an edge has come with the code',
    permission: 'device:edge:pair',
    objects: { pairingId: 'pairing' },
    output: z.strictObject({
      state: z.enum(['waiting', 'paired', 'expired']),
      gatewayId: z.nullable(uuid),
      expiresAt: instant,
    }),
  },
  'POST /api/edge/pair': {
    summary: 'For an edge: a pairing code for a login. The code works once',
    permission: 'public',
    objects: {},
    body: z.strictObject({
      code: z.string().check(z.maxLength(64, { error: 'pairing_refused' })),
      key: publicKey,
      name: z.optional(line(EDGE_NAME_MAX)),
      version: softwareVersion,
    }),
    output: z.strictObject({
      serial: z.string(),
      secret: z.string(),
      /** `mqtts://sun.example:8883` */
      broker: z.string(),
      /** PEM of the authority that the broker's certificate is checked by; null = those the machine knows. */
      authority: maybe,
      /** Seconds between two reports. */
      reportS: z.int(),
    }),
    errors: ['pairing_refused', 'too_many_attempts', 'too_long', 'tls_needed'],
    status: 201,
  },
  'GET /api/edge/program': {
    summary: 'The program of the edge as this server hands it out at /edge.tgz',
    permission: 'public',
    objects: {},
    output: z.strictObject({ version: z.string(), sha256: z.string() }),
  },
  'GET /api/gateways/{gatewayId}/edge': {
    summary: 'An edge: its list of devices with how each answers, its store, and the newest search',
    permission: 'device:device:view',
    objects: { gatewayId: 'edge' },
    output: edgeView,
  },
  'POST /api/gateways/{gatewayId}/edge-devices': {
    summary: 'Let an edge read a further device',
    permission: 'device:edge:configure',
    objects: { gatewayId: 'edge' },
    body: z.strictObject(edgeDeviceInput),
    output: z.strictObject({ device: edgeDeviceView }),
    errors: [...urlErrors, ...mapErrors, 'too_long', 'edge_device_repeat', 'edge_devices_full'],
    idempotent: true,
    status: 201,
  },
  'PUT /api/edge-devices/{edgeDeviceId}': {
    summary: 'Change address, profile, interval or secret of a device in the list of an edge',
    permission: 'device:edge:configure',
    objects: { edgeDeviceId: 'edge_device' },
    body: z.strictObject(edgeDeviceInput),
    output: z.strictObject({ device: edgeDeviceView }),
    errors: [...urlErrors, ...mapErrors, 'too_long', 'required', 'edge_device_repeat', 'edge_devices_full'],
    versioned: true,
  },
  'DELETE /api/edge-devices/{edgeDeviceId}': {
    summary: 'Take a device out of the list of an edge; what was read of it stays',
    permission: 'device:edge:configure',
    objects: { edgeDeviceId: 'edge_device' },
    output: z.strictObject({}),
  },
  'POST /api/gateways/{gatewayId}/discoveries': {
    summary: 'Let an edge search its network for devices. It tells what it finds while it searches',
    permission: 'device:edge:discover',
    objects: { gatewayId: 'edge' },
    body: z.strictObject({
      /** `192.168.1.0/24`; absent = the private networks the edge stands in. */
      ranges: z.optional(
        z
          .array(z.string().check(z.maxLength(18, { error: 'edge_range' })))
          .check(z.minLength(1, { error: 'edge_range' }), z.maxLength(RANGES_MAX, { error: 'edge_range' })),
      ),
    }),
    output: z.strictObject({ discovery: discoveryView }),
    errors: ['edge_range', 'command_running'],
    idempotent: true,
    status: 201,
  },
  'POST /api/gateways/{gatewayId}/diagnoses': {
    summary:
      'Ask an edge for the end of its log, or let it read an address once that need not be in its list',
    permission: 'device:edge:diagnose',
    objects: { gatewayId: 'edge' },
    body: z.strictObject({
      what: z.enum(['log', 'probe']),
      /** Of `log`; all it gives at once unless said. */
      lines: z.optional(z.int().check(z.minimum(1), z.maximum(LOG_LINES_MAX))),
      /** Of `probe`, as in the list. */
      url: z.optional(edgeDeviceInput.url),
      profile: z.optional(edgeDeviceInput.profile),
      secret: edgeDeviceInput.secret,
      map: edgeDeviceInput.map,
    }),
    output: z.strictObject({ diagnosis: diagnosisView }),
    errors: [...urlErrors, ...mapErrors, 'required', 'too_long', 'command_running'],
    idempotent: true,
    status: 201,
  },
  'POST /api/edge-devices/{edgeDeviceId}/diagnoses': {
    summary: 'Ask an edge for registers of a device of its list, as they are',
    permission: 'device:edge:diagnose',
    objects: { edgeDeviceId: 'edge_device' },
    body: z.strictObject({
      table: z.enum(['holding', 'input']),
      /** The first register, counted from 0. */
      address: z.int().check(z.minimum(0), z.maximum(65_535)),
      count: z.int().check(z.minimum(1), z.maximum(REGISTERS_MAX)),
    }),
    output: z.strictObject({ diagnosis: diagnosisView }),
    errors: ['command_running'],
    idempotent: true,
    status: 201,
  },
  'GET /api/diagnoses/{diagnosisId}': {
    summary: 'What came of a diagnosis',
    permission: 'device:edge:diagnose',
    objects: { diagnosisId: 'diagnosis' },
    output: z.strictObject({ diagnosis: diagnosisView }),
  },
  'GET /api/built-in-edge': {
    summary: 'The edge of the machine that this server stands on, and whose it is',
    permission: 'installation:edge:assign',
    objects: {},
    output: builtInEdgeView,
  },
  'POST /api/built-in-edge/hand-out': {
    summary: 'Hand the edge of this server to a station: whoever manages that one may search this network',
    permission: 'installation:edge:assign',
    objects: { 'body.stationId': 'station' },
    body: z.strictObject({ stationId: uuid, name: z.optional(line(EDGE_NAME_MAX)) }),
    output: builtInEdgeView,
    errors: ['edge_off', 'wrong_state', 'too_long'],
    idempotent: true,
    status: 201,
  },
  'DELETE /api/built-in-edge': {
    summary: 'Take the edge of this server back: it reads nothing more, its history stays with the station',
    permission: 'installation:edge:assign',
    objects: {},
    output: builtInEdgeView,
    errors: ['wrong_state'],
  },
})
