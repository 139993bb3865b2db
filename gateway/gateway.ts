// Longer than most files: a gateway's link, its reports, its answers and its restart share one state.
import { randomBytes } from 'node:crypto'
import { config } from '#contract/mqtt/config.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { Birth } from '#contract/mqtt/status.ts'
import type { GatewayMessage } from '#contract/mqtt/decode.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { type ChannelFromGateway, parseTopic } from '#contract/mqtt/topics.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox, type Outbox } from './store.ts'
import { alarmMemory, type AlarmMemory, alarmReporter } from './alarms.ts'
import { answerBook, type CommandMemory, commandMemory } from './answers.ts'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import { commandDesk, type CommandSubject } from './commands.ts'
import { type Link, openLink, reconnectWaitMs, wasTurnedAway } from './link.ts'
import { batches } from './batches.ts'
import { readMessage } from './checked-json.ts'
import { firmwareDesk } from './firmware.ts'
import { type Flash, newFlash } from './flash.ts'
import { type Conditions, noTroubles, type Site, type Told } from './site.ts'
import { type Soon, soon } from './soon.ts'

export interface GatewayOptions {
  /** Where the server is; a function is asked before each connection. */
  readonly url: string | (() => string)
  readonly secret: string
  /** PEM of the authority that the broker's certificate has to come from; absent: any that everybody believes. */
  readonly authority?: string | null
  readonly site: Site
  readonly conditions?: Conditions
  /** When the first report goes out, as a share of the reporting interval (at most 30 s): gateways spread over it. */
  readonly firstReport?: number
  /**
   * How much faster the gateway's own timers run: with 10, a reporting interval of 300 s passes in 30 s, and so does
   * waiting before a reconnect. The sun, the stamps and the counters stay with the wall clock.
   */
  readonly clockFactor?: number
  /** How much faster firmware is fetched and written than it is estimated to be; absent: as `clockFactor`. */
  readonly upgradeFactor?: number
  /** Wall clock, epoch ms. */
  readonly now?: () => number
  /** Uniform in [0, 1), for the jitter of reconnects. */
  readonly random?: () => number
  /** Messages kept in memory while the link is down; nothing to an outbox of its own. */
  readonly memory?: number
  /** Where telemetry waits for its PUBACK; in memory unless given. */
  readonly outbox?: Outbox
  /** What it must not forget of commands; in memory unless given. */
  readonly commands?: CommandMemory
  /** What it must not forget of alarms; in memory unless given. */
  readonly alarmNews?: AlarmMemory
  readonly log?: (line: string) => void
  /** Keys whose signatures on firmware it was built to trust; without any it takes none. */
  readonly firmwareKeys?: readonly SigningKey[]
  /** What it remembers without power; its own, new, unless given. */
  readonly flash?: Flash
}

/**
 * A gateway on the wire. `tick` does whatever is due and may be called as often as wished; a fleet calls it about
 * once a second.
 */
export interface Gateway {
  readonly sn: string
  readonly boot: string
  readonly online: boolean
  /** Connections made within this boot. */
  readonly connections: number
  readonly waiting: number
  /** Told by a command; a gateway that was never told works all the same. */
  readonly activated: boolean
  readonly reportSeconds: number
  /** Messages acknowledged by PUBACK. */
  readonly acknowledged: number
  tick(): Promise<void>
  /** The inventory has changed: it is sent anew. */
  announceInventory(): void
  /** How the devices get on has changed: it is told within moments. */
  announceLinks(): void
  /** The next report does not wait for its turn. */
  reportSoon(): void
  /** Says something of a command, and again until it is acknowledged. */
  answer(answer: CommandResponse): void
  /** Sends everything waiting, says goodbye and disconnects. */
  stop(): Promise<void>
}

const newBoot = (): string => randomBytes(8).toString('hex')

/** From its goodbye until it can connect again. */
const RESTART_MS = 3_000

/** What was measured longer ago is history: it says nothing of now. No source: chosen, four reports of the slowest devices. */
const LATE_MS = 3_600_000

/** No wait for the next try is longer, ms: `reconnectWaitMs`. */
const LONGEST_TRY_MS = 90_000

/** How often links are told while nothing changes, and at most. No source: chosen. */
const LINKS_MS = 60_000
const LINKS_LEAST_MS = 2_000

export function createGateway(options: GatewayOptions): Gateway {
  const { site, conditions = noTroubles, clockFactor = 1, now = Date.now, random = Math.random } = options
  const { identity } = site
  const { sn } = identity
  const log = options.log ?? (() => {})
  let boot = newBoot()
  let startedAt = now()
  /** Told to start anew: once what it has to say about that is out. */
  let restarting = false
  const delivery = createDelivery(options.outbox ?? createOutbox(options.memory ?? 20_000))
  const flash = options.flash ?? newFlash()
  const inventory = (): InventoryDevice[] =>
    site.inventory().map((device) => {
      const upgraded = flash.slots.get(device.sn)?.active.version
      return upgraded === undefined ? device : { ...device, sw: upgraded }
    })
  let inventoryRev = 1
  let link: Link | null = null
  let connecting = false
  let stopped = false
  let connections = 0
  let failures = 0
  let nextTryAt = 0
  let seq = 0
  let configRev = -1
  let activated = false
  let reportSeconds = site.reportSeconds
  /** Birth and inventory of this connection have been taken: telemetry may follow. */
  let introduced = false
  let linksToldAt = 0
  let linksChanged = false
  const intervalMs = (): number => (reportSeconds * 1000) / clockFactor
  // Gateways of a fleet do not all report in the same second.
  let reportAt = now() + (options.firstReport ?? random()) * Math.min(intervalMs(), 30_000 / clockFactor)

  /** A clock that was put back must not make it wait longer than it ever would. */
  const isTime = (due: number, longestWait: number): boolean => now() >= due || due - now() > longestWait

  /** The gateway's own idea of the time. */
  const stamp = (ts: number): number => Math.max(0, ts + conditions.clockSkewMs(now()))

  const memory = options.commands ?? commandMemory()
  const say = (answer: CommandResponse): void => {
    // How far it is, is worth nothing later.
    if (answer.stage === 'progress') void send('cmd/res', answer)
    else answers.take([answer], now(), conditions.answering(now()))
  }
  const subject: CommandSubject = {
    sn,
    clock: () => stamp(now()),
    inventory,
    refresh: (sns) => site.refresh?.(sns),
    readings: () => readings(now()),
    reportSeconds: () => reportSeconds,
    setReportSeconds: (seconds) => {
      setReportSeconds(seconds)
      try {
        site.keepReportSeconds?.(seconds)
      } catch (error) {
        log(`${sn} interval of ${seconds} s not kept: ${String(error)}`)
      }
    },
    activate: () => {
      activated = true
    },
    rescan: announceInventory,
    turn: (target, on) => obeyed(site.turn(target, on, now())),
    limit: (target, limit) => obeyed(site.limit(target, limit, now())),
    restart: (target) => obeyed(site.restart(target, now())),
    restartSelf: () => {
      restarting = true
    },
    settings: (target): Record<string, number> => {
      if (target === sn) return { up_s: Math.floor((now() - startedAt) / 1000) }
      return { ...site.settings(target, now()) }
    },
    exchange: (old, replacement) => {
      site.exchange(old, replacement, now())
      announceInventory()
    },
    discover: site.discover?.bind(site),
    diagnose: site.diagnose?.bind(site),
  }
  const desk = commandDesk(subject, memory, say)

  /** What was changed shows in the next report, which does not wait for its turn. */
  const obeyed = (order: Soon<Told>): Soon<Told> =>
    soon(order, (told) => {
      if (told === 'done' || typeof told === 'object') reportAt = now()
      return told
    })

  /** A new boot; what it remembers of commands and owes of answers and reports lies in its flash memory. */
  function startAnew(ts: number): void {
    restarting = false
    boot = newBoot()
    startedAt = ts
    connections = 0
    seq = 0
    alarms = newAlarms()
    link?.cut()
    linkDown()
    nextTryAt = ts + RESTART_MS / clockFactor
    site.restarted?.()
  }

  async function sendInventory(): Promise<void> {
    if (site.isInventoryKnown?.() === false) return
    await send('inv', { v: 1, boot, rev: inventoryRev, devices: inventory() })
  }

  function announceInventory(): void {
    inventoryRev += 1
    void sendInventory()
  }

  function setReportSeconds(seconds: number): void {
    reportSeconds = seconds
    reportAt = Math.min(reportAt, now() + intervalMs())
  }

  function readings(ts: number): TelemetryItem[] {
    return site.readings(ts).map((item) => ({ ...item, ts: stamp(item.ts ?? ts) }))
  }

  /** What came before the connection was ready to answer. */
  let early: [string, Uint8Array][] = []
  function onMessage(topic: string, payload: Uint8Array): void {
    if (!link) {
      early.push([topic, payload])
      return
    }
    const channel = parseTopic(topic)?.channel
    if (channel === 'cmd/req') {
      void desk(payload)
    } else if (channel === 'cfg') {
      void takeConfig(payload)
    } else if (channel === 'ota/offer') firmware.onOrder(payload, now())
    else if (channel === 'ota/data') {
      const parsed = parseTopic(topic)
      if (parsed?.channel === 'ota/data') firmware.onChunk(parsed.job, parsed.chunk, payload)
    }
  }

  async function takeConfig(payload: Uint8Array): Promise<void> {
    const wanted = readMessage(config, payload)
    // The same revision comes again at each birth and is acknowledged again; an older one is ignored.
    if (!wanted || wanted.rev < configRev) return
    configRev = wanted.rev
    setReportSeconds(wanted.report_s)
    const envelope = { v: 1, rev: wanted.rev, report_s: wanted.report_s } as const
    try {
      const refused = (await site.configure?.(wanted)) ?? []
      void send('cfg/ack', { ...envelope, ok: true, ...(refused.length > 0 ? { refused } : {}) })
    } catch (error) {
      log(`${sn} settings ${wanted.rev} not kept: ${String(error)}`)
      void send('cfg/ack', { ...envelope, ok: false, code: 'not_kept' })
    }
  }

  /** Sends what is worth nothing later: when the link breaks before the PUBACK it is gone. */
  async function send<C extends Exclude<ChannelFromGateway, 'tele'>>(
    channel: C,
    message: GatewayMessage<C>,
  ): Promise<void> {
    try {
      await link?.publish(channel, message)
    } catch {
      log(`${sn} ${channel} not delivered`)
    }
  }

  const firmware = firmwareDesk({
    sn,
    flash,
    devices: () => site.firmwareDevices(),
    keys: options.firmwareKeys ?? [],
    clockFactor: options.upgradeFactor ?? clockFactor,
    clock: () => stamp(now()),
    publish: (channel, message) => void send(channel, message),
    // What is behind it comes back by itself; the gateway itself needs a new boot.
    installed: (sns) => {
      if (sns.includes(sn)) restarting = true
      else announceInventory()
    },
    behaviour: () => conditions.upgrade(now()),
  })
  const answers = answerBook(
    async (answer) => {
      if (!link) return false
      await link.publish('cmd/res', answer)
      return true
    },
    clockFactor,
    memory,
  )
  const alarmNews = options.alarmNews ?? alarmMemory()
  const newAlarms = () =>
    alarmReporter({
      boot,
      nextSeq: () => ++seq,
      stamp,
      publish: async (event) => {
        if (!link) return false
        await link.publish('alarm', event)
        return true
      },
      memory: alarmNews,
    })
  let alarms = newAlarms()

  async function connect(): Promise<void> {
    connecting = true
    const conn = connections + 1
    let mine: Link | null = null
    early = []
    try {
      mine = await openLink({
        url: typeof options.url === 'string' ? options.url : options.url(),
        sn,
        secret: options.secret,
        authority: options.authority ?? null,
        will: { v: 1, state: 'offline', boot, conn, reason: 'lwt' },
        listensTo: ['cfg', 'cmd/req', 'ota/offer', 'ota/data'],
        onMessage,
        onClose: () => {
          if (mine === null || link !== mine) return
          linkDown()
          retryLater()
        },
      })
      connections = conn
      failures = 0
      link = mine
      log(`${sn} online`)
      void introduce(conn)
      for (const [topic, payload] of early.splice(0)) onMessage(topic, payload)
    } catch (error) {
      log(`${sn} ${error instanceof Error ? error.message : String(error)}`)
      // The broker counts refusals by the wall clock: a gateway in a hurry would shut out all others of its address.
      retryLater(wasTurnedAway(error) ? 1 : clockFactor)
    } finally {
      connecting = false
    }
  }

  function linkDown(): void {
    link = null
    delivery.pause()
    alarms.pause()
  }

  function retryLater(factor = clockFactor): void {
    failures += 1
    nextTryAt = now() + reconnectWaitMs(failures, random()) / factor
  }

  /** Not part of a tick: a broker that is slow to acknowledge must not keep the gateway from reading its devices. */
  async function introduce(conn: number): Promise<void> {
    const birth: Birth = {
      v: 1,
      state: 'online',
      boot,
      conn,
      ts: stamp(now()),
      ...identity,
      sw: flash.slots.get(sn)?.active.version ?? identity.sw,
      proto: identity.edge ? 2 : 1,
      report_s: reportSeconds,
      queue: delivery.stored,
    }
    introduced = false
    const publishing = link
    await send('status', birth)
    await sendInventory()
    if (!publishing || link !== publishing) return
    alarms.announce(site.alarms(now()), now())
    answers.resume()
    firmware.resume(now())
    introduced = true
    linksChanged = true
    delivery.resume((message) => publishing.publish('tele', message))
  }

  /** The newest of how things get on; an old one is worth nothing. */
  function tellLinks(ts: number): void {
    const since = ts - linksToldAt
    // A clock that was put back does not silence it.
    if (!introduced || (since >= 0 && since < (linksChanged ? LINKS_LEAST_MS : LINKS_MS))) return
    const links = site.links?.()
    if (!links) return
    linksToldAt = ts
    linksChanged = false
    void send('links', { v: 1, boot, ts: stamp(ts), ...links })
  }

  function report(ts: number): void {
    const items = site.unreported?.() ?? readings(ts)
    const isLate = (item: TelemetryItem): boolean => (item.ts ?? ts) < stamp(ts) - LATE_MS
    for (const hist of [false, true])
      for (const d of batches(items.filter((item) => isLate(item) === hist)))
        delivery.add({ v: 1, boot, seq: ++seq, ts: stamp(ts), hist, d })
    if (!link) delivery.pause()
    alarms.update(site.alarms(ts), ts)
  }

  return {
    sn,
    get boot() {
      return boot
    },
    get online() {
      return link !== null
    },
    get connections() {
      return connections
    },
    get activated() {
      return activated
    },
    get waiting() {
      return delivery.waiting
    },
    get reportSeconds() {
      return reportSeconds
    },
    get acknowledged() {
      return delivery.acknowledged
    },
    async tick() {
      if (stopped) return
      if (conditions.linkLost(now())) {
        link?.cut()
        linkDown()
        nextTryAt = now()
      } else if (!link && !connecting && isTime(nextTryAt, LONGEST_TRY_MS)) await connect()
      const ts = now()
      answers.tick(ts)
      firmware.tick(ts, link !== null && introduced)
      if (link) tellLinks(ts)
      if (restarting && answers.owed === 0) return startAnew(ts)
      if (!isTime(reportAt, intervalMs())) return
      // After a pause of the process one report, not all that were missed.
      reportAt = reportAt + intervalMs() > ts ? reportAt + intervalMs() : ts + intervalMs()
      report(ts)
    },
    announceInventory,
    announceLinks() {
      linksChanged = true
    },
    reportSoon() {
      reportAt = Math.min(reportAt, now())
      // What ends again before the report is known all the same.
      alarms.update(site.alarms(now()), now())
    },
    answer: say,
    async stop() {
      stopped = true
      const last = link
      if (!last) return
      await delivery.drained()
      await send('status', { v: 1, state: 'offline', boot, conn: connections, reason: 'stopped' })
      link = null
      await last.close()
    },
  }
}
