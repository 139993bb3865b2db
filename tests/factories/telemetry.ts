import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import type { Metrics, Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { serialKey } from '#domain/devices/fields.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { serialPrefix } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'

export type SiteDevice = { id: string; no: number; sn: string; kind: DeviceKind }
export type Site = {
  stationId: string
  companyId: string
  gateway: SiteDevice
  inverters: SiteDevice[]
  optimizers: SiteDevice[]
}

let made = 0
const nextSerial = (letters: string): string => `${letters}${String((made += 1)).padStart(8, '0')}`

const makeDevice = async (
  db: Db,
  now: number,
  device: {
    stationId: string
    kind: DeviceKind
    gatewayId?: string
    ratedW?: number | null
    parentId?: string
  },
): Promise<SiteDevice> => {
  const id = randomUUID()
  const sn = nextSerial(serialPrefix(device.kind).slice(0, 2))
  const { no } = await db
    .insertInto('device')
    .values({
      id,
      station_id: device.stationId,
      kind: device.kind,
      sn,
      sn_key: serialKey(sn),
      gateway_id: device.gatewayId ?? null,
      parent_id: device.parentId ?? null,
      rated_w: device.ratedW ?? null,
      string_no: null,
      position: null,
      mppt_count: null,
      string_count: null,
      warranty_until: null,
      created_at: new Date(now),
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  return { id, no, sn, kind: device.kind }
}

/** A station with one gateway and what stands behind it, straight into the tables. */
export const makeSite = async (
  db: Db,
  now: number,
  given: {
    companyId?: string
    timeZone?: string
    reportMin?: number
    inverters?: number
    optimizers?: number
    ratedW?: number
  } = {},
): Promise<Site> => {
  const companyId = given.companyId ?? randomUUID()
  if (given.companyId === undefined)
    await db
      .insertInto('company')
      .values({ id: companyId, name: 'Company', created_at: new Date(now) })
      .execute()
  const stationId = randomUUID()
  const ratedW = given.ratedW ?? 10_000
  await db
    .insertInto('station')
    .values({
      id: stationId,
      code: `T${(made += 1)}`,
      name: `Station${made}`,
      company_id: companyId,
      owner_account_id: null,
      type: 'commercial',
      time_zone: given.timeZone ?? 'Asia/Shanghai',
      latitude: 31.2,
      north: true,
      longitude: 121.5,
      east: true,
      country: 'CN',
      report_min: given.reportMin ?? 5,
      grid_connected_on: null,
      capacity: ratedW / 1000,
      capacity_unit: 'kW',
      capacity_w: ratedW,
      tilt_deg: null,
      azimuth_deg: null,
      phone_country: null,
      image_file_id: null,
      created_by: null,
      created_at: new Date(now),
    })
    .execute()
  const gateway = await makeDevice(db, now, { stationId, kind: 'gateway' })
  const inverters: SiteDevice[] = []
  for (let index = 0; index < (given.inverters ?? 1); index += 1)
    inverters.push(await makeDevice(db, now, { stationId, kind: 'inverter', gatewayId: gateway.id, ratedW }))
  const optimizers: SiteDevice[] = []
  for (let index = 0; index < (given.optimizers ?? 0); index += 1)
    optimizers.push(await makeDevice(db, now, { stationId, kind: 'optimizer', gatewayId: gateway.id }))
  return { stationId, companyId, gateway, inverters, optimizers }
}

export const item = (sn: string, ts: number, m: Metrics): TelemetryItem => ({ sn, ts, st: null, m })

/** A telemetry message; `seq` tells it from the others of its boot. */
export const message = (
  seq: number,
  ts: number,
  d: TelemetryItem[],
  more: { boot?: string; hist?: boolean } = {},
): Telemetry => ({ v: 1, boot: more.boot ?? 'boot0001', seq, ts, hist: more.hist ?? false, d })

/** What the energy tables hold of some devices, in an order and with numbers of their own (first device = 0). */
export const energyTables = async (db: Db, nos: readonly number[]) => {
  const place = (no: number): number => nos.indexOf(no)
  const [days, spans, aside] = await Promise.all([
    db
      .selectFrom('energy_day')
      .selectAll()
      .where('device_no', 'in', [...nos])
      .orderBy('device_no')
      .orderBy('day')
      .execute(),
    db
      .selectFrom('energy_span')
      .selectAll()
      .where('device_no', 'in', [...nos])
      .orderBy('device_no')
      .orderBy('from_ts')
      .execute(),
    db
      .selectFrom('energy_aside')
      .selectAll()
      .where('device_no', 'in', [...nos])
      .orderBy('device_no')
      .orderBy('ts')
      .execute(),
  ])
  const numbered = <Row extends { device_no: number }>(rows: Row[]) =>
    rows.map(({ device_no, ...row }) => ({ device: place(device_no), ...row }))
  return { days: numbered(days), spans: numbered(spans), aside: numbered(aside) }
}

/** A raw reader of server-sent events; `events` grows as they come. */
export type LiveReader = {
  events: LiveEvent[]
  streamId: () => Promise<string>
  /** Resolves with the first event, of those that came and will come, that the test holds for. */
  until: (test: (event: LiveEvent) => boolean) => Promise<LiveEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close: () => void
}

export const readLive = async (url: string, cookie: string): Promise<LiveReader> => {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/live`, { headers: { cookie }, signal: stop.signal })
  if (response.status !== 200 || response.body === null) throw new Error(`live: ${response.status}`)
  const events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const part of body) {
        text += decoder.decode(part, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks)
          for (const line of block.split('\n'))
            if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as LiveEvent)
        for (const look of waiting) look()
      }
    } catch {
      // Closed by the test, or cut by the server: both are an end.
    }
  }
  const ended = read(response.body)
  const until = (test: (event: LiveEvent) => boolean): Promise<LiveEvent> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = events.find(test)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error('the stream ended before the event came')))
    })
  return {
    events,
    until,
    ended,
    streamId: async () => {
      const hello = await until((event) => event.type === 'hello')
      return hello.type === 'hello' ? hello.streamId : ''
    },
    close: () => stop.abort(),
  }
}

/** One stream a caller, as a browser has it. */
const streams = new Map<string, Promise<string>>()

export const objects: NonNullable<FactoryFile['objects']> = {
  stream: async (app, caller) => {
    const open = async (): Promise<string> => {
      const reader = await readLive(app.url, caller.cookie)
      app.onStop(() => reader.close())
      return reader.streamId()
    }
    const stream = streams.get(caller.cookie) ?? open()
    streams.set(caller.cookie, stream)
    return stream
  },
}

export const bodies = {
  'PUT /api/live/{streamId}': (ids: Ids) => ({ stations: [ids['body.stations'] ?? ''] }),
} satisfies FactoryFile['bodies']

export const queries = {
  'GET /api/coverage': 'period=today',
  'GET /api/stations/{stationId}/balance': 'period=month',
  'GET /api/stations/{stationId}/coverage': 'period=day',
  'GET /api/stations/{stationId}/comparison': 'period=month',
  'GET /api/stations/{stationId}/energy': 'period=month',
  'GET /api/devices/{deviceId}/energy': 'period=year',
} satisfies FactoryFile['queries']
