import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { givesPower } from '#domain/devices/kinds.ts'
import { darkPeriod, type Position, sunAt } from '#domain/stations/sun.ts'
import { stateIndex, stateOf, stateOfPower } from '#domain/telemetry/device-state.ts'
import { hasFlag, qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { generationFlags, generationW, isHybrid, saidGenerationW } from '#domain/telemetry/generation.ts'
import { type SaidMetrics, storedMetrics } from '#domain/telemetry/reading-quality.ts'
import {
  dcPowerW,
  isWithoutLight,
  NO_LIGHT_DEG,
  saysPower,
  stillFrom,
} from '#domain/telemetry/still-power.ts'
import { type ReadingTime, readingTime, type TimeRefusal } from '#domain/telemetry/reading-time.ts'
import { type Child, childOf, type KnownGateway } from './known-gateways.ts'
import type { DarkReading } from './mark-still.ts'
import type { PerhapsLate } from './look-again.ts'
import type { KeptReading } from './reading-stage.ts'
import { retentionFrom } from './retention.ts'
import type { Stranger } from '../devices/quarantine-store.ts'

/** A telemetry message, under the login it came with. */
export type IncomingMessage = {
  gatewaySn: string
  message: Telemetry
  /** When it arrived, epoch ms. */
  receivedAt: number
}

export type Sorted = {
  readings: KeptReading[]
  /** Those among them that say power while the sun is down. */
  dark: DarkReading[]
  /** Those that another of the dark may have come before; of most no other can have. */
  perhapsLate: PerhapsLate[]
  /** Readings of serials that are not the gateway's children, by serial. */
  strangers: Map<string, Stranger>
  refused: Record<TimeRefusal, number>
}

/** What all readings of a message are judged by. */
type Judged = {
  gateway: KnownGateway
  hist: boolean
  /** Of what does not say its own time, epoch ms. */
  messageTs: number
  receivedAt: number
  inLight: boolean
  /** Under which instant a reading of such a time is stored. */
  timeOf: (deviceTs: number) => ReadingTime
  /** Whether the sun is down then. */
  isDarkAt: (ts: number) => boolean
}

/** Most readings of a message are of one instant: what was told of it is told again. */
const againOf = <Told>(tell: (ts: number) => Told): ((ts: number) => Told) => {
  let last: { ts: number; told: Told } | null = null
  return (ts) => {
    if (last?.ts !== ts) last = { ts, told: tell(ts) }
    return last.told
  }
}

/** Sorts the readings of one message, which its gateway's clock makes so late: what is stored, what belongs to nobody here, what is too old. */
export const sortMessage = (
  { message, receivedAt }: IncomingMessage,
  gateway: KnownGateway,
  retentionDays: number,
  lateMs: number | null = null,
): Sorted => {
  const sorted: Sorted = {
    readings: [],
    dark: [],
    perhapsLate: [],
    strangers: new Map(),
    refused: { before_2000: 0, older_than_retention: 0 },
  }
  const hist = message.hist ?? false
  const oldestTs = retentionFrom(receivedAt, retentionDays)
  const judged: Judged = {
    gateway,
    hist,
    messageTs: message.ts,
    receivedAt,
    inLight: !hist && cameInLight(receivedAt, gateway.position),
    timeOf: againOf((deviceTs) =>
      readingTime({ deviceTs, hist, arrivedAt: receivedAt, retentionFrom: oldestTs, lateMs }),
    ),
    isDarkAt: againOf((ts) => isWithoutLight(ts, gateway.position)),
  }
  for (const item of message.d) {
    const child = childOf(gateway, item.sn)
    if (child === undefined) {
      const snKey = serialKey(item.sn)
      const known = sorted.strangers.get(snKey)
      if (known) known.readings += 1
      else
        sorted.strangers.set(snKey, {
          gatewayId: gateway.id,
          snKey,
          sn: item.sn,
          reason: 'not_a_child',
          readings: 1,
          at: receivedAt,
        })
    } else keep(sorted, item, child, judged)
  }
  return sorted
}

/** A live reading is stored within this of its time, or it is late. No source: longer than a batch ever waits. */
const PROMPT_MS = 10 * 60_000

/**
 * The sun is asked for whole minutes, of which a fleet asks for the same few, and has to stand so much higher, degrees: it
 * moves by an eighth of one in half a minute, and dips by less between two instants of the same night.
 */
const MINUTE_MS = 60_000
const MARGIN_DEG = 0.5

/** Whether all live readings of a message are of the light and came in it. */
export const cameInLight = (receivedAt: number, position: Position): boolean =>
  [receivedAt - PROMPT_MS, receivedAt].every(
    (at) => sunAt(Math.round(at / MINUTE_MS) * MINUTE_MS, position).elevationDeg >= NO_LIGHT_DEG + MARGIN_DEG,
  )

const powerOf = ({ p, p_pv, e_pv }: SaidMetrics) => ({
  acW: p ?? null,
  pvW: p_pv ?? null,
  pvWh: e_pv ?? null,
})

const keep = (sorted: Sorted, item: TelemetryItem, child: Child, judged: Judged): void => {
  const { hist, receivedAt } = judged
  const when = judged.timeOf(item.ts ?? judged.messageTs)
  if (when.refused !== null) {
    sorted.refused[when.refused] += 1
    return
  }
  const { ts, clockWrong } = when
  const { metrics: m, flags: seen } = storedMetrics(item.m, child)
  const flags = clockWrong ? seen | qualityFlags.clock : seen
  const raw = item.raw ?? null
  const state =
    stateOf(item.st ?? null, raw, child.kind) ?? stateOfPower(generationW(powerOf(m), flags), child)
  const reading: KeptReading = {
    deviceNo: child.no,
    device: child,
    ts,
    receivedAt,
    hist,
    state: stateIndex(state),
    flags,
    m,
    raw,
  }
  sorted.readings.push(reading)
  if (givesPower(child.kind)) noteDark(sorted, reading, child, judged)
}

/** Notes of a reading of power whether it is of the dark, and whether it may have come after what follows it. */
const noteDark = (
  sorted: Sorted,
  { deviceNo, ts, flags, m }: KeptReading,
  child: Child,
  { gateway: { position }, receivedAt, inLight, isDarkAt }: Judged,
): void => {
  const isPrompt = ts >= receivedAt - PROMPT_MS
  // As nearly all by day.
  if (inLight && isPrompt && ts <= receivedAt) return
  const power = powerOf(m)
  const dcW = isHybrid(power) ? null : dcPowerW(m.p_dc ?? null, m.mppt ?? null)
  const isDark =
    !hasFlag(generationFlags(power, flags), 'power') &&
    saysPower({ powerW: saidGenerationW(power), dcW }, child) &&
    isDarkAt(ts)
  if (isDark) {
    const darkSince = darkPeriod(ts, position, NO_LIGHT_DEG)?.since ?? ts
    sorted.dark.push({ deviceNo, ts, darkSince, from: stillFrom(ts, darkSince) })
  }
  if (isDark || !inLight || !isPrompt) sorted.perhapsLate.push({ deviceNo, ts, device: child, position })
}
