// Longer than most files: what is read, who was read and what is told of it hang together.
import { maxLines, type CommandResponse } from '#contract/mqtt/command.ts'
import type { EdgeDevice } from '#contract/mqtt/edge-device.ts'
import type { Links } from '#contract/mqtt/links.ts'
import { type EdgeKeys, openSecret } from '#contract/mqtt/sealed.ts'
import { wholeMap } from '#contract/mqtt/topic-map.ts'
import type { DiagnoseArguments, Diagnosis, Site, Told } from '#gateway/site.ts'
import { type Carried, carryOut, limitNow } from '../control/carry-out.ts'
import { createLimitKeeper } from '../control/limit-keeper.ts'
import { readLimits } from '../control/limit-records.ts'
import type { Control, DeviceControls } from '../engine/controls.ts'
import { DeviceError } from '../engine/device-error.ts'
import { MapTrouble } from '../engine/topics/mapped-topics.ts'
import type { Device, RegisterAccess } from '../engine/device.ts'
import type { DeviceReport } from '../engine/reading.ts'
import { readAddress } from '../device-address.ts'
import { openDevice, schemes } from '../open-device.ts'
import type { EdgeStore } from '../store/open-store.ts'
import { type AddressRule, settleAddress } from './addresses.ts'
import { openDeviceList } from './device-list.ts'
import { DeviceLoop, EdgeTrouble } from './device-loop.ts'
import type { EdgeClock } from './edge-clock.ts'
import type { EdgeLog } from './edge-log.ts'
import { realNetwork } from '../discovery/network.ts'
import { neighbourAddresses, ownAddresses, searchTargets } from '../discovery/targets.ts'
import { search } from '../discovery/search.ts'
import { foundDevice } from './found-device.ts'
import { type KnownDevice, KnownDevices } from './known-devices.ts'
import { printReport, printWords } from './print-lines.ts'

export type EdgeSiteOptions = {
  serial: string
  version: string
  keys: EdgeKeys
  reportSeconds: number
  store: EdgeStore
  rule: AddressRule
  clock: EdgeClock
  log: EdgeLog
  /** The gateway is told of changes; it comes after its site. */
  tell: {
    inventory: () => void
    links: () => void
    report: () => void
    answer: (answer: CommandResponse) => void
  }
}

export type EdgeSite = Site & {
  /** Ends limits whose time is over; for about once a second. */
  tick: () => void
  stop: () => Promise<void>
}

const KNOWN = 'known'
/** A clock before this has not been set since the machine was started: 2026-01-01. */
const CLOCK_IS_SET = 1_767_225_600_000
/** Reports that wait for the clock to be set. No source: chosen. */
const WAITING_FOR_CLOCK = 2_000
/** So long a new edge waits for its slow devices before it says what it has. No source: chosen. */
const FIRST_ROUND_MS = 20_000
/** Room for how devices get on, in one message of the wire, bytes. */
const LINKS_BYTES = 60_000
const SERIALS_TOLD = 20

/** Where a device is and how it is read, as in the list. */
type Wanted = Pick<EdgeDevice, 'url' | 'profile' | 'secret' | 'map'>

export const createEdgeSite = (options: EdgeSiteOptions): EdgeSite => {
  const { serial, version, keys, store, rule, clock, log, tell } = options
  const known = new KnownDevices(serial, knownFrom(store.facts.read(KNOWN)))
  const startedAt = clock.mono()
  // Whom it has named to the server: of others it would not take readings.
  let isFirstRound = known.all().length === 0
  // Addresses at which nothing but devices stand that are read elsewhere.
  const twice = new Map<string, string>()
  let unstamped: { entry: EdgeDevice; report: DeviceReport; mono: number }[] = []

  const keepKnown = (): void => {
    try {
      store.facts.write(KNOWN, known.all())
    } catch (error) {
      log.say(`what is known of devices could not be kept: ${String(error)}`)
    }
  }

  const open = async ({
    url,
    profile = null,
    secret: sealed = null,
    map = null,
  }: Wanted): Promise<Device> => {
    const address = await settleAddress(url, profile, rule)
    const secret = sealed === null ? null : await openSecret(keys, sealed)
    if (sealed !== null && secret === null)
      throw new EdgeTrouble('secret_again', 'Its password was sealed for another edge: enter it again.')
    return openDevice(address, { profile, secret, map: map ? wholeMap(map) : null })
  }

  const stamped = (entry: EdgeDevice, report: DeviceReport, at: number): void => {
    const taken = known.take(entry.id, entry.url, report, at)
    store.telemetry.put(taken.items)
    const all = taken.twice.length > 0 && taken.twice.length === report.readings.length
    const before = twice.get(entry.id)
    const text = `${taken.twice.join(', ').slice(0, 200)} is read at another address of the list already.`
    if (all) twice.set(entry.id, text)
    else twice.delete(entry.id)
    if (taken.twice.length > 0 && before !== text) log.say(`${entry.url}: ${text}`)
    if (twice.get(entry.id) !== before) tell.links()
    if (taken.inventoryChanged || taken.alarmsChanged) keepKnown()
    if (taken.inventoryChanged && !isFirstRound) tell.inventory()
    if (taken.inventoryChanged || taken.alarmsChanged) tell.report()
  }

  const onReport = (entry: EdgeDevice, report: DeviceReport, at: number): void => {
    const mono = clock.mono()
    if (at < CLOCK_IS_SET) {
      unstamped = [...unstamped.slice(1 - WAITING_FOR_CLOCK), { entry, report, mono }]
      return
    }
    // Read while the machine did not know the time: now it can be reckoned when that was.
    for (const one of unstamped.splice(0)) stamped(one.entry, one.report, at - (mono - one.mono))
    stamped(entry, report, at)
  }

  const endFirstRound = (): void => {
    if (!isFirstRound) return
    const waits = list.loops().some((loop) => !loop.isTried) && clock.mono() - startedAt < FIRST_ROUND_MS
    if (waits || known.all().length === 0) return
    isFirstRound = false
    tell.inventory()
    tell.report()
  }

  const limitedAtStart = new Set(readLimits(store.facts).map(({ sn }) => known.find(sn)?.entry))
  const list = openDeviceList({
    facts: store.facts,
    rule,
    make: (entry, firstAfterMs) =>
      new DeviceLoop({
        entry,
        clock,
        // One whose limit may be due is not read in its turn: before that nobody knows what may be written to it.
        firstAfterMs: limitedAtStart.has(entry.id) ? 0 : firstAfterMs,
        open: () => open(entry),
        onReport: (report, at) => onReport(entry, report, at),
        onTurn: () => {
          tell.links()
          tell.report()
          endFirstRound()
        },
        log: log.say,
      }),
    onList: (ids) => {
      if (!known.keepOnly(ids)) return
      keepKnown()
      tell.inventory()
    },
  })
  const loopOf = (sn: string): DeviceLoop | undefined => {
    const entry = known.find(sn)?.entry
    return list.loops().find((loop) => loop.entry.id === entry)
  }

  const links = (): Pick<Links, 'devices' | 'store'> => {
    const state = store.telemetry.state()
    const devices = list.loops().map((loop) => {
      const link = loop.link()
      const text = twice.get(loop.entry.id)
      const trouble = link.trouble ?? (text === undefined ? null : { code: 'twice', text })
      return { ...link, trouble, sns: known.of(loop.entry.id).map(({ sn }) => sn) }
    })
    const whole = { devices, store: state }
    if (JSON.stringify(whole).length <= LINKS_BYTES) return whole
    return {
      store: state,
      devices: devices.map((one) => ({
        ...one,
        sns: one.sns.slice(0, SERIALS_TOLD),
        trouble: one.trouble && { code: one.trouble.code },
      })),
    }
  }

  const diagnose = async (wanted: DiagnoseArguments): Promise<Diagnosis> => {
    if (wanted.what === 'log') return { lines: log.last(wanted.lines) }
    if (wanted.what === 'read') {
      const loop = list.loops().find(({ entry }) => entry.id === wanted.device)
      if (loop === undefined)
        throw new Error('This device is not read: it is not in the list, or was refused.')
      const words = await loop.use((device) => {
        if (device.registers === null) throw new Error('This device has no registers.')
        return device.registers.read(wanted.address, wanted.count, wanted.table)
      })
      return { lines: printWords(wanted.address, words) }
    }
    const { url } = wanted
    // Most devices take one connection: one of the list is asked over its own. Of a mapping the one that is asked counts.
    const loop = wanted.map ? undefined : list.loops().find(({ entry }) => entry.url === url)
    try {
      const report = await (loop ? loop.report() : readOnce(await open(wanted)))
      return {
        found: [foundDevice(url, report)],
        lines: [...(report.notes ?? []), ...printReport(report)].slice(0, maxLines),
      }
    } catch (error) {
      if (!(error instanceof MapTrouble)) throw error
      // With each of its values it is said why.
      const { mapped, message } = error
      const none = { url, profile: 'map', brand: null, model: null, devices: [] }
      return { found: [{ ...none, mapped: [...mapped] }], lines: [message.slice(0, 300)] }
    }
  }

  const useRegisters = <T>(sn: string, work: (registers: RegisterAccess) => Promise<T>): Promise<T> => {
    const loop = loopOf(sn)
    if (loop === undefined) return Promise.reject(new DeviceError('closed', `${sn} is no longer read.`))
    return loop.use((device) => {
      if (device.registers === null) throw new DeviceError('unsupported', `${sn} has no registers.`)
      return work(device.registers)
    })
  }
  const limits = createLimitKeeper({
    facts: store.facts,
    clock,
    controlsOf: (sn) => known.controls(sn),
    ratedOf: (sn) => known.find(sn)?.device.rated_w ?? null,
    use: useRegisters,
    ended: (id, sn, by, at) => {
      tell.answer({ v: 1, id, stage: 'ended', ts: Math.round(at), by, results: [{ sn, ok: true }] })
      void afterwards(sn)
    },
    log: log.say,
  })
  const limitPct = new Map<string, number>()

  /** What its limit stands at now, as it says itself. */
  const look = async (sn: string): Promise<void> => {
    const control = known.controls(sn)?.limitPct ?? null
    const pct =
      control === null
        ? null
        : await useRegisters(sn, (registers) => limitNow(registers, control)).catch(() => null)
    if (pct === null) limitPct.delete(sn)
    else limitPct.set(sn, pct)
  }
  /** After an order: what it reads now is told, whatever it said to the order. */
  const afterwards = async (sn: string): Promise<void> => {
    await loopOf(sn)?.readNow()
    await look(sn)
    tell.report()
  }
  const wait = (ms: number): Promise<void> => clock.sleep(ms, new AbortController().signal)
  const order = async (
    sn: string,
    choose: (controls: DeviceControls) => Control | undefined,
  ): Promise<Told> => {
    const controls = known.controls(sn)
    const control = controls === null ? undefined : choose(controls)
    if (control === undefined) return 'unable'
    const carried = await useRegisters(sn, (registers) =>
      carryOut(registers, control, { asked: 0, seconds: 0 }, wait),
    ).catch((): Carried => ({ outcome: 'no_answer', reads: null }))
    await afterwards(sn)
    const ok = carried.outcome === 'done' || carried.outcome === 'unproven'
    return { ok, ...(carried.outcome === 'done' ? {} : { code: carried.outcome }) }
  }

  let searching: AbortController | null = null
  const discover: NonNullable<Site['discover']> = async (ranges, tellProgress) => {
    // Who asks again wants it to begin anew: the one before ends with what it has.
    searching?.abort()
    const mine = new AbortController()
    searching = mine
    const hosts = searchTargets(ranges, ownAddresses(), rule)
    const inUse = list.loops().filter((loop) => loop.answers)
    const known = await Promise.all(
      inUse.map(async (loop) => {
        const { url } = loop.entry
        const report = await loop.report().catch(() => null)
        const host = URL.parse(await settleAddress(url, null, rule).catch(() => url))
        if (report === null || host === null) return []
        const at = { host: host.hostname.replace(/^\[|\]$/g, ''), port: addressPort(url) }
        return [{ ...at, found: foundDevice(url, report) }]
      }),
    )
    log.say(`searches ${hosts.length} addresses`)
    return search({
      network: realNetwork(neighbourAddresses(ownAddresses(), rule)),
      clock,
      hosts,
      known: known.flat().filter(({ host }) => hosts.includes(host)),
      tell: tellProgress,
      signal: mine.signal,
    })
  }

  return {
    identity: {
      sn: serial,
      model: 'Edge',
      sw: version,
      edge: { key: keys.publicKey, version },
    },
    reportSeconds: list.kept?.report_s ?? options.reportSeconds,
    inventory: () => known.all().map(({ device }) => device),
    isInventoryKnown() {
      endFirstRound()
      return !isFirstRound
    },
    readings: () =>
      known.all().flatMap(({ sn, entry }) => {
        const answers = list.loops().some((loop) => loop.entry.id === entry && loop.answers)
        const item = known.newest(sn)
        return answers && item !== null ? [item] : []
      }),
    unreported() {
      endFirstRound()
      return isFirstRound ? [] : store.telemetry.unreported()
    },
    async refresh(sns) {
      const loops = new Set(sns.length === 0 ? list.loops() : sns.flatMap((sn) => loopOf(sn) ?? []))
      await Promise.all([...loops].map((loop) => loop.readNow()))
      await Promise.all((sns.length === 0 ? known.all().map(({ sn }) => sn) : sns).map(look))
    },
    // Of whom the server has not been told it hears nothing.
    alarms: () => (isFirstRound ? [] : known.all().flatMap(({ alarms }) => alarms)),
    turn: (sn, on) => order(sn, (controls) => (on ? controls.switch?.on : controls.switch?.off)),
    async limit(sn, limit) {
      const result = await limits.order(sn, limit).catch((): Told => ({ ok: false, code: 'no_answer' }))
      await afterwards(sn)
      return result
    },
    restart: (sn) => order(sn, (controls) => controls.restart ?? undefined),
    settings(sn) {
      const pct = limitPct.get(sn)
      return pct === undefined ? {} : { limit_pct: pct }
    },
    // Who hangs there is what is read there.
    exchange: () => {},
    configure: (config) => list.take(config),
    keepReportSeconds: (seconds) => list.keepReportSeconds(seconds),
    discover,
    diagnose,
    links,
    firmwareDevices: () => [],
    tick: () => limits.tick(),
    stop: () => {
      searching?.abort()
      return list.stop()
    },
  }
}

const addressPort = (url: string): number => readAddress(url, schemes).address.port
const readOnce = async (device: Device): Promise<DeviceReport> => {
  try {
    return await device.read()
  } finally {
    device.close()
  }
}

/** What was written by this program; anything else is nothing. */
const knownFrom = (kept: unknown): KnownDevice[] => (Array.isArray(kept) ? (kept as KnownDevice[]) : [])
