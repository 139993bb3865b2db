import { randomBytes } from 'node:crypto'
import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import { applyMessageFaults, type MessageFault } from './message-faults.ts'
import { meterSeries } from './meter.ts'
import { playMessages, type PlayOptions } from './play-messages.ts'
import { parseSeries, type RecordedSeries, refuseDoubtfulUnit, type SeriesChoice } from './recorded-series.ts'
import { type ReplayDevice, replayInventory, replayMessages } from './replay-messages.ts'

export interface ReplayOptions {
  readonly url: string
  /** Serial and secret of the gateway. */
  readonly gateway: string
  readonly secret: string
  /** Serial of the inverter; made from the file or the gateway's serial when absent. */
  readonly serial?: string
  readonly ratedW?: number
  readonly fromTs?: number
  readonly toTs?: number
  readonly hist?: boolean
  /** Times real time; 0 = as fast as PUBACKs come. */
  readonly speed: number
  /** Where the lifetime counter stands at the first point, Wh. */
  readonly startWh?: number
  readonly faults?: readonly MessageFault[]
  /** How the file is to be read. */
  readonly choice?: SeriesChoice
  readonly onProgress?: PlayOptions['onProgress']
}

export interface PreparedReplay {
  readonly series: RecordedSeries
  readonly device: ReplayDevice
  readonly boot: string
  readonly messages: Telemetry[]
}

/** Readings in one message when there is no hurry to be seen one by one. */
const PER_MESSAGE = 48
/** At a pace, a message is sent at most this often, ms. */
const SHORTEST_PACE_MS = 200

/** A file's text to the messages a gateway would send; no connection is made. */
export function prepareReplay(text: string, options: ReplayOptions): PreparedReplay {
  const { fromTs = -Infinity, toTs = Infinity, choice = {} } = options
  const whole = parseSeries(text, choice)
  refuseDoubtfulUnit(whole, choice)
  // Cut before counting: the counter of a part starts where the part does.
  const series = { ...whole, points: whole.points.filter(({ ts }) => ts >= fromTs && ts < toTs) }
  if (series.points.length === 0) throw new Error('no readings in this span')
  const highest = series.points.reduce((max, { powerW }) => Math.max(max, powerW ?? 0), 0)
  const device: ReplayDevice = {
    sn: options.serial ?? inverterSerial(series.sensor, options.gateway),
    // A file without power does not tell.
    ratedW: options.ratedW ?? (highest > 0 ? Math.ceil(highest / 500) * 500 : null),
    ...modelOf(series.sensor),
  }
  const boot = randomBytes(8).toString('hex')
  const perPace = Math.ceil((SHORTEST_PACE_MS * options.speed) / series.intervalMs)
  const perMessage = options.speed > 0 ? Math.min(PER_MESSAGE, Math.max(1, perPace)) : PER_MESSAGE
  const messages = replayMessages(meterSeries(series, options.startWh), {
    sn: device.sn,
    boot,
    hist: options.hist ?? true,
    perMessage,
  })
  return { series, device, boot, messages: applyMessageFaults(messages, options.faults ?? []) }
}

/** Plays a file's text as a gateway. Resolves when every message has its PUBACK. */
export async function replay(text: string, options: ReplayOptions): Promise<PreparedReplay> {
  const prepared = prepareReplay(text, options)
  const { device, boot, series, messages } = prepared
  await playMessages(messages, {
    url: options.url,
    sn: options.gateway,
    secret: options.secret,
    boot,
    inventory: replayInventory(device, boot),
    reportS: series.intervalMs / 1000,
    speed: options.speed,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  })
  return prepared
}

/** `1913110809_SMA-SB-7000TL-US-22` names an inverter's number and make. */
function inverterSerial(sensor: string | null, gateway: string): string {
  const known = /^(\d{6,12})_([A-Z]+)-/.exec(sensor ?? '')
  return known ? `${known[2]}${known[1]}` : `INV1${gateway.replace(/[^A-Z0-9]/g, '')}`.slice(0, 32)
}

function modelOf(sensor: string | null): { brand?: string; model?: string } {
  const known = /^\d+_([A-Z]+)-(.+)$/.exec(sensor ?? '')
  return known?.[1] !== undefined && known[2] !== undefined ? { brand: known[1], model: known[2] } : {}
}
