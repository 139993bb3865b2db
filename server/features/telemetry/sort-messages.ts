import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { givesPower } from '#domain/devices/kinds.ts'
import { darkPeriod, type Position, sunAt } from '#domain/stations/sun.ts'
import { stateIndex, stateOf, stateOfPower } from '#domain/telemetry/device-state.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { generationFlags, generationW, isHybrid, saidGenerationW } from '#domain/telemetry/generation.ts'
import { assessReading } from '#domain/telemetry/reading-quality.ts'
import { dcPowerW, NO_LIGHT_DEG, powerInTheDark, stillFrom } from '#domain/telemetry/still-power.ts'
import type { TimeRefusal } from '#domain/telemetry/reading-time.ts'
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

/** Sorts the readings of one message, which its gateway's clock makes so late: what is stored, what belongs to nobody here, what is too old. */
export const sortMessage = (
  { message, receivedAt }: IncomingMessage,
  gateway: KnownGateway,
  retentionDays: number,
  lateMs: number | null = null,
): Sorted => {
  const oldestTs = retentionFrom(receivedAt, retentionDays)
  const inLight = message.hist !== true && cameInLight(receivedAt, gateway.position)
  const sorted: Sorted = {
    readings: [],
    dark: [],
    perhapsLate: [],
    strangers: new Map(),
    refused: { before_2000: 0, older_than_retention: 0 },
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
    } else keep(sorted, item, child, { message, receivedAt, oldestTs, lateMs, gateway, inLight })
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

const keep = (
  sorted: Sorted,
  item: TelemetryItem,
  child: Child,
  {
    message,
    receivedAt,
    oldestTs,
    lateMs,
    gateway,
    inLight,
  }: {
    message: Telemetry
    inLight: boolean
    receivedAt: number
    oldestTs: number
    lateMs: number | null
    gateway: KnownGateway
  },
): void => {
  const hist = message.hist ?? false
  const assessed = assessReading(item.m, child, {
    deviceTs: item.ts ?? message.ts,
    hist,
    arrivedAt: receivedAt,
    retentionFrom: oldestTs,
    lateMs,
  })
  if (assessed.refused !== null) {
    sorted.refused[assessed.refused] += 1
    return
  }
  const { ts, flags, metrics } = assessed
  const power = { acW: metrics.p, pvW: metrics.p_pv, pvWh: metrics.e_pv }
  sorted.readings.push({
    deviceNo: child.no,
    ts,
    receivedAt,
    hist,
    state: stateIndex(
      stateOf(item.st ?? null, item.raw ?? null, child.kind) ??
        stateOfPower(generationW(power, flags), child),
    ),
    flags,
    m: metrics,
    raw: item.raw ?? null,
  })
  if (!givesPower(child.kind)) return
  const dcW = isHybrid(power) ? null : dcPowerW(metrics.p_dc, metrics.mppt)
  const said = { ts, powerW: saidGenerationW(power), dcW }
  const isOfLight = inLight && ts >= receivedAt - PROMPT_MS && ts <= receivedAt
  const isDark =
    !isOfLight &&
    !hasFlag(generationFlags(power, flags), 'power') &&
    powerInTheDark(said, child, gateway.position)
  if (isDark) {
    const darkSince = darkPeriod(ts, gateway.position, NO_LIGHT_DEG)?.since ?? ts
    sorted.dark.push({ deviceNo: child.no, ts, darkSince, from: stillFrom(ts, darkSince) })
  }
  if (isDark || !inLight || ts < receivedAt - PROMPT_MS)
    sorted.perhapsLate.push({ deviceNo: child.no, ts, device: child, position: gateway.position })
}
