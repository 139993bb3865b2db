import { encode } from '#contract/mqtt/decode.ts'
import type { FirmwareGet, FirmwareProgress } from '#contract/mqtt/firmware.ts'
import { topicOf } from '#contract/mqtt/topics.ts'
import { firmwareDesk, type OtaBehaviour, PowerCut } from '#gateway/firmware.ts'
import { type Flash, newFlash } from '#gateway/flash.ts'
import type { OwnDevice } from '#gateway/firmware-trust.ts'
import type { DeviceKind, UpgradableKind } from '#domain/devices/kinds.ts'
import { findModel } from '#domain/devices/models.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { intakeHandlers } from '#server/entrances/mqtt/intake-handlers.ts'
import { MessageRefused } from '#server/entrances/mqtt/intake.ts'
import type { ReadingIntake } from '#server/features/telemetry/reading-intake.ts'
import { advanceUpgrades } from '#server/features/upgrades/advance-upgrades.ts'
import { endStalled } from '#server/features/upgrades/end-stalled.ts'
import type { TestApp } from './app.ts'
import { makeDevice, setLink } from './factories/devices.ts'
import { makeStation } from './factories/stations.ts'
import { testSigner } from './factories/upgrades.ts'

export type FleetDevice = { id: string; sn: string; kind: DeviceKind }
export type FleetGateway = {
  id: string
  sn: string
  stationId: string
  devices: FleetDevice[]
  flash: Flash
  behaviour: OtaBehaviour
  connected: boolean
  /** What it has said, newest last. */
  said: { channel: string; message: FirmwareGet | FirmwareProgress }[]
  /** What was sent to it. */
  heard: { topic: string; payload: Uint8Array }[]
  /** Throws PowerCut when the current goes; set by a test. */
  step: (name: string) => void
  /** Versions by serial, as the devices run them. */
  versions: () => Record<string, string>
}

type Part = { kind: Exclude<UpgradableKind, 'gateway'>; model: string; brand?: string; count: number }
export type FleetSpec = {
  gateway?: { model?: string; sw?: string; hw?: string }
  parts?: readonly Part[]
  keys?: readonly SigningKey[]
  companyId?: string
  stationId?: string
}

const factorySw = { gateway: '2.1.0', inverter: '4.0.0', optimizer: '1.0.9', shutdown: '1.0.0' } as const
const makers: Record<string, string> = { 'TS4-A-O': 'Tigo', 'TS4-A-F': 'Tigo', SE17K: 'SolarEdge' }

const noReadings = {
  put: async () => {},
  close: async () => {},
} as unknown as ReadingIntake

/**
 * Simulated gateways on the server's own operations, without a broker between: what one says the other hears at once,
 * and time is the clock of the tests. `seconds` lets it pass.
 */
export const upgradeFleet = (app: TestApp) => {
  const { context, db } = app
  const handlers = intakeHandlers(context, noReadings)
  const gateways = new Map<string, FleetGateway>()
  const desks = new Map<string, ReturnType<typeof firmwareDesk>>()
  let waiting: (() => Promise<void>)[] = []
  let refused: string[] = []
  /** Every message the server sends is thrown away while this is on. */
  let deafLink = false
  let boots = 0

  context.firmware.sendOffer = async (sn, message) => {
    const gateway = gateways.get(sn)
    if (!gateway?.connected || deafLink) return 'offline'
    const payload = encode(message)
    gateway.heard.push({ topic: topicOf(sn, 'ota/offer'), payload })
    guarded(gateway, () => desks.get(sn)?.onOrder(payload, app.now()))
    return 'sent'
  }
  context.firmware.sendChunk = async (sn, job, n, chunk) => {
    const gateway = gateways.get(sn)
    if (!gateway?.connected || deafLink) return 'offline'
    gateway.heard.push({ topic: `${topicOf(sn, 'ota/offer')}/${job}/${n}`, payload: chunk })
    guarded(gateway, () => desks.get(sn)?.onChunk(job, n, chunk))
    return 'sent'
  }

  /** A gateway without power hears nothing more and says nothing more. */
  const guarded = (gateway: FleetGateway, work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error
      desks.delete(gateway.sn)
      gateway.connected = false
    }
  }

  const hear = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error
      refused.push(error.message)
    }
  }

  const tellVersions = async (gateway: FleetGateway, sns: readonly string[]): Promise<void> => {
    const arrival = { gateway: gateway.sn, arrivedAt: app.now(), retained: false }
    const versions = gateway.versions()
    if (sns.includes(gateway.sn)) await birth(gateway)
    const devices = gateway.devices.filter((device) => device.kind !== 'gateway')
    await handlers.onInventory(
      {
        v: 1,
        boot: `boot-${boots}`,
        rev: (boots += 1),
        devices: devices.map(({ sn, kind }) => ({
          sn,
          t: kind as 'inverter',
          sw: versions[sn] ?? '',
        })),
      },
      arrival,
    )
  }

  const birth = async (gateway: FleetGateway): Promise<void> => {
    boots += 1
    const arrival = { gateway: gateway.sn, arrivedAt: app.now(), retained: false }
    const sw = gateway.versions()[gateway.sn] ?? ''
    await handlers.onStatus(
      { v: 1, state: 'online', boot: `boot-${boots}`, conn: 1, ts: app.now(), sw },
      arrival,
    )
  }

  const powerOn = (
    gateway: FleetGateway,
    own: () => Omit<OwnDevice, 'sequence'>[],
    keys: readonly SigningKey[],
  ) => {
    const desk = firmwareDesk({
      sn: gateway.sn,
      flash: gateway.flash,
      devices: own,
      keys,
      clockFactor: 1,
      clock: app.now,
      publish: (channel, message) => {
        gateway.said.push({ channel, message })
        if (!gateway.connected) return
        const arrival = { gateway: gateway.sn, arrivedAt: app.now(), retained: false }
        waiting.push(() =>
          hear(() =>
            handlers.onFirmware(
              channel === 'ota/get'
                ? { channel, message: message as FirmwareGet }
                : { channel, message: message as FirmwareProgress },
              arrival,
            ),
          ),
        )
      },
      installed: (sns) => void waiting.push(() => tellVersions(gateway, sns)),
      behaviour: () => gateway.behaviour,
      step: (name) => gateway.step(name),
    })
    desk.resume(app.now())
    desks.set(gateway.sn, desk)
  }

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting
      waiting = []
      for (const work of now) await work()
    }
  }

  const starts = new Map<string, () => void>()
  return {
    gateways,
    get refused() {
      return refused
    },
    forget: () => {
      refused = []
    },
    /** The server's words get lost, or do again not. */
    lose: (lost: boolean) => {
      deafLink = lost
    },
    async add(spec: FleetSpec = {}): Promise<FleetGateway> {
      const now = app.now()
      const stationId = spec.stationId ?? (await makeStation(db, now, spec.companyId ?? app.companies.a))
      const { model = 'EMU-2', sw = factorySw.gateway, hw = 'B' } = spec.gateway ?? {}
      const made = await makeDevice(db, now, stationId, 'gateway')
      // As it is listed: a gateway that has come knows its make.
      const brand = findModel('gateway', model)?.brand ?? ''
      await db.updateTable('device').set({ model, sw, hw, brand }).where('id', '=', made.id).execute()
      await setLink(db, made.id, { connected: true, birthAt: now })
      const own: Omit<OwnDevice, 'sequence'>[] = [
        { sn: made.sn, component: 'gateway', vendor: 'Sunkeeper', model, hw, version: sw },
      ]
      const devices: FleetDevice[] = [{ id: made.id, sn: made.sn, kind: 'gateway' }]
      for (const part of spec.parts ?? [])
        for (let n = 0; n < part.count; n += 1) {
          const device = await makeDevice(db, now, stationId, part.kind, { gatewayId: made.id })
          const brand = part.brand ?? makers[part.model] ?? 'Sunkeeper'
          await db
            .updateTable('device')
            .set({
              model: part.model,
              sw: factorySw[part.kind],
              brand: part.kind === 'inverter' ? brand : '',
            })
            .where('id', '=', device.id)
            .execute()
          own.push({
            sn: device.sn,
            component: part.kind,
            vendor: brand,
            model: part.model,
            hw: 'A',
            version: factorySw[part.kind],
          })
          devices.push({ id: device.id, sn: device.sn, kind: part.kind })
        }
      const gateway: FleetGateway = {
        id: made.id,
        sn: made.sn,
        stationId,
        devices,
        flash: newFlash(),
        behaviour: {},
        connected: true,
        said: [],
        heard: [],
        step: () => {},
        versions: () =>
          Object.fromEntries(
            own.map(({ sn, version }) => [sn, gateway.flash.slots.get(sn)?.active.version ?? version]),
          ),
      }
      gateways.set(gateway.sn, gateway)
      starts.set(gateway.sn, () => powerOn(gateway, () => own, spec.keys ?? [testSigner.listed]))
      starts.get(gateway.sn)?.()
      return gateway
    },
    /** Off the wire without a goodbye: the broker tells the server. */
    async cut(gateway: FleetGateway): Promise<void> {
      gateway.connected = false
      await setLink(db, gateway.id, { connected: false, goneAt: app.now() })
    },
    /** Back on the wire; with `fresh` it had lost its power, and only its flash remembers. */
    async comeBack(gateway: FleetGateway, fresh = false): Promise<void> {
      gateway.connected = true
      if (fresh || !desks.has(gateway.sn)) starts.get(gateway.sn)?.()
      else desks.get(gateway.sn)?.resume(app.now())
      await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
      await tellVersions(gateway, [gateway.sn])
      await advanceUpgrades(context, app.now(), { gateway: gateway.sn, cameUp: true })
      await drain()
    },
    /** What the server's own timer does. */
    async turn(): Promise<void> {
      await endStalled(context, app.now())
      await advanceUpgrades(context, app.now())
      await drain()
    },
    drain,
    /** Lets time pass, in steps; the server's turn comes each ten seconds unless said. Ends when `until` says so. */
    async seconds(total: number, stepS = 1, until?: () => Promise<boolean>, turnS = 10): Promise<void> {
      let sinceTurn = turnS
      for (let passed = 0; passed < total; passed += stepS) {
        app.advance(stepS * 1000)
        sinceTurn += stepS
        for (const gateway of gateways.values())
          guarded(gateway, () => desks.get(gateway.sn)?.tick(app.now(), gateway.connected))
        await drain()
        if (sinceTurn < turnS) continue
        sinceTurn = 0
        await this.turn()
        if (until && (await until())) return
      }
    },
  }
}
export type UpgradeYard = ReturnType<typeof upgradeFleet>

/** A task as the database has it now, with its jobs and nodes. */
export const taskNow = async (app: TestApp, taskId: string) => {
  const [task, jobs, nodes] = await Promise.all([
    app.db.selectFrom('upgrade_task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow(),
    app.db.selectFrom('upgrade_job').selectAll().where('task_id', '=', taskId).orderBy('no').execute(),
    app.db.selectFrom('upgrade_node').selectAll().where('task_id', '=', taskId).orderBy('sn').execute(),
  ])
  return { task, jobs, nodes }
}

export const hasEnded = (app: TestApp, taskId: string) => async (): Promise<boolean> =>
  (await taskNow(app, taskId)).task.ended_at !== null
