import { alarmId } from '#contract/mqtt/alarm.ts'
import { deviceSerial } from '#contract/mqtt/fields.ts'
import { inventoryDevice, type InventoryDevice } from '#contract/mqtt/inventory.ts'
import { telemetryItem, type TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { AlarmCondition } from '#gateway/site.ts'
import * as z from 'zod/mini'
import type { DeviceReading, DeviceReport } from '../engine/reading.ts'
import type { DeviceControls } from '../engine/controls.ts'
import { abilitiesOf } from '../control/choose-limit.ts'
import { madeSerial } from './made-serial.ts'
import { serialsApart } from './serials-apart.ts'
import { type Identity, whoTheyAre } from './who-it-is.ts'

/** A device behind an address of the list. */
export type KnownDevice = {
  /** Id of the address in the list. */
  entry: string
  /** Which of the devices there: kind, and number or the name its owner gave it. */
  place: string
  sn: string
  /** The serial that it says itself, where another device has that on the wire. */
  says?: string
  device: InventoryDevice
  alarms: AlarmCondition[]
}

/** What a report came to. */
export type Taken = {
  items: TelemetryItem[]
  inventoryChanged: boolean
  /** Alarms began or ended. */
  alarmsChanged: boolean
  /** Serials that came by another address of the list as well: they are left to it. */
  twice: string[]
}

/** A device whose own clock is further ahead than this is read by ours, ms. Source: the wire, which flags a clock beyond it. */
const CLOCK_SLACK_MS = 10 * 60_000
/**
 * What was measured longer ago is told no more, ms: the server takes what is a day behind for the reading of a wrong
 * clock, and a module that died days ago would live again. Source: the wire's day, less some hours.
 */
const OLDEST_MS = 20 * 3_600_000

const serialOf = (said: string | null): string | null => {
  const parsed = z.safeParse(deviceSerial, said)
  return parsed.success ? parsed.data : null
}
const clipped = (text: string | null): string | null => {
  const said = text?.trim().slice(0, 64) ?? ''
  return said === '' ? null : said
}
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What is known of the devices of the list: who they are (also at night, and after a start), which alarms hold, and what
 * each said last.
 */
export class KnownDevices {
  readonly #edgeSn: string
  #known: KnownDevice[]
  readonly #newest = new Map<string, TelemetryItem>()
  readonly #ownTimes = new Map<string, number>()
  readonly #controls = new Map<string, DeviceControls>()

  /** `known`: from the disk. */
  constructor(edgeSn: string, known: readonly KnownDevice[]) {
    this.#edgeSn = edgeSn
    this.#known = [...known]
  }

  all(): readonly KnownDevice[] {
    return this.#known
  }

  of(entry: string): readonly KnownDevice[] {
    return this.#known.filter((one) => one.entry === entry)
  }

  find(sn: string): KnownDevice | null {
    return this.#known.find((one) => one.sn === sn) ?? null
  }

  newest(sn: string): TelemetryItem | null {
    return this.#newest.get(sn) ?? null
  }

  controls(sn: string): DeviceControls | null {
    return this.#controls.get(sn) ?? null
  }

  /** Forgets what stands behind addresses that are in the list no more. True when there was something. */
  keepOnly(entries: ReadonlySet<string>): boolean {
    const before = this.#known.length
    this.#known = this.#known.filter(({ entry }) => entries.has(entry))
    return this.#known.length < before
  }

  /** Takes what an address of the list said, read at `at` (epoch ms). */
  take(entry: string, url: string, report: DeviceReport, at: number): Taken {
    const taken: Taken = { items: [], inventoryChanged: false, alarmsChanged: false, twice: [] }
    const made = (place: string): string => madeSerial(this.#edgeSn, url, place)
    const said = report.readings.map((reading) => ({
      ...reading,
      sn: serialOf(reading.sn),
      brand: reading.about.brand ?? report.brand,
    }))
    const serials = serialsApart(entry, said, this.#known, made)
    const who = whoTheyAre(
      said.map((one, index) => ({ ...one, sn: serials[index] ?? null })),
      this.of(entry),
      made,
    )
    for (const [index, reading] of report.readings.entries()) {
      const identity = who[index]
      const own = said[index]?.sn ?? null
      if (identity === undefined) continue
      const says = own === null || own === identity.sn ? undefined : own
      this.#takeOne({ ...identity, entry, says, at }, report, reading, taken)
    }
    return taken
  }

  #takeOne(
    {
      entry,
      sn,
      place,
      insteadOf,
      says,
      at,
    }: Identity & { entry: string; says: string | undefined; at: number },
    report: DeviceReport,
    reading: DeviceReading,
    taken: Taken,
  ): void {
    const owner = this.find(sn)
    if (owner !== null && owner.entry !== entry) {
      taken.twice.push(sn)
      return
    }
    const { about, t } = reading
    // What is said of all that answers is said of the device that does, and not of a meter or battery behind it.
    const whole = t === report.readings[0]?.t ? report : null
    const device: InventoryDevice = {
      sn,
      t,
      brand: clipped(about.brand ?? whole?.brand ?? null),
      model: clipped(about.model ?? whole?.model ?? null),
      sw: clipped(about.sw),
      rated_w: about.ratedW,
      mppt: about.mppt,
      strings: about.strings,
      can: reading.controls === null ? null : abilitiesOf(reading.controls, about.ratedW),
    }
    const kept = z.safeParse(inventoryDevice, device)
    const saysItself = says ?? owner?.says
    const known: KnownDevice = {
      entry,
      place,
      sn,
      ...(saysItself !== undefined && { says: saysItself }),
      // What it leaves out this time it has said before.
      device: kept.success ? { ...owner?.device, ...withoutNull(kept.data) } : { sn, t },
      alarms: alarmsOf(sn, reading, owner?.alarms ?? [], at),
    }
    taken.inventoryChanged ||= !same(owner?.device, known.device)
    taken.alarmsChanged ||= !same(
      owner?.alarms.map(({ aid }) => aid) ?? [],
      known.alarms.map(({ aid }) => aid),
    )
    this.#known = [...this.#known.filter((one) => one.sn !== sn && one.sn !== insteadOf), known]
    if (reading.controls === null) this.#controls.delete(sn)
    else this.#controls.set(sn, reading.controls)
    const item = this.#itemOf(sn, reading, at)
    if (item !== null) {
      this.#newest.set(sn, item)
      taken.items.push(item)
    }
  }

  /** null = it is the reading of before, which the device says again, or of another day. */
  #itemOf(sn: string, reading: DeviceReading, at: number): TelemetryItem | null {
    if (reading.ts !== undefined) {
      if (this.#ownTimes.get(sn) === reading.ts || reading.ts < at - OLDEST_MS) return null
      this.#ownTimes.set(sn, reading.ts)
    }
    const own = reading.ts !== undefined && reading.ts <= at + CLOCK_SLACK_MS ? reading.ts : at
    const item = { sn, ts: Math.round(own), st: reading.st, m: reading.m }
    const whole = z.safeParse(telemetryItem, { ...item, raw: reading.raw })
    if (whole.success) return whole.data
    // What the wire has no room for must not cost the metrics beside it.
    const rest = z.safeParse(telemetryItem, item)
    return rest.success ? rest.data : null
  }
}

const withoutNull = (device: InventoryDevice): InventoryDevice => {
  const { sn, t, ...rest } = device
  return { sn, t, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) }
}

/** Those that hold now; one that held before began then. */
const alarmsOf = (
  sn: string,
  { alarms }: DeviceReading,
  before: readonly AlarmCondition[],
  at: number,
): AlarmCondition[] => {
  if (alarms === null) return [...before]
  return alarms.flatMap(({ code, lvl, ctx }) => {
    const aid = `${sn}:${code}:1`
    if (!z.safeParse(alarmId, aid).success) return []
    const since = before.find((one) => one.aid === aid)?.since ?? at
    return [{ aid, sn, code, lvl, since, ctx: numbersOf(ctx) }]
  })
}

/** A wire's context of an alarm has 32 values. */
const numbersOf = (ctx: Readonly<Record<string, number | string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(ctx)
      .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
      .slice(0, 32),
  )
