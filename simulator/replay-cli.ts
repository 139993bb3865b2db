import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseMessageFaults } from './replay/message-faults.ts'
import { type PowerUnit, powerUnits, type SeriesChoice } from './replay/recorded-series.ts'
import { replay } from './replay/replay.ts'

/** What a server keeps that was not told otherwise. */
const KEPT_DAYS = 400

const help = `Plays a recorded series over MQTT, as the gateway it came from would.

  npm run replay -- --file F --gateway SN --as inverter [--speed N]

  --file      CSV: "site,meas_name,ts,sensor,meas_val_f" (kW, UTC) or "measured_on,ac_power" (W, with offset), or any
              other whose columns are named:
  --time, --power, --energy    names of its columns; a time without an offset is UTC, energy is a lifetime counter
  --unit      W (default), kW or MW; of energy the same with an h. Numbers that cannot be W are refused without it
  --gateway   serial of a gateway that is registered
  --secret    its secret (or the environment's REPLAY_SECRET, which other users of the machine cannot read)
  --as        what the series is of; "inverter" is the only kind so far
  --serial    serial of the inverter (made from the file when absent)
  --rated     its rated power, W (the highest power of the file when absent)
  --speed     times real time; 0 or "max" = as fast as the broker acknowledges (default)
  --url       broker (default MQTT_URL, or mqtt://127.0.0.1 at MQTT_PORT or 1883)
  --from, --to    only readings from this instant up to that one (ISO 8601)
  --no-hist   send as live instead of back-fill
  --start-wh  where the lifetime counter begins, Wh (default 1000000)
  --faults    JSON script: counter-reset, counter-rollover, counter-dip, duplicates, disorder, silence

The lifetime counter is the trapezoid of the measured power, unless --energy names the file's own. Negative power
counts as nothing, a row without a value is left out, and a gap longer than three of the series' own intervals adds nothing.

A server keeps single readings for RETENTION_DAYS (400 unless it was started with more) and refuses older ones: for a
recording of years ago start it with RETENTION_DAYS=11000.`

const { values } = parseArgs({
  allowNegative: true,
  options: {
    file: { type: 'string' },
    gateway: { type: 'string' },
    secret: { type: 'string' },
    as: { type: 'string', default: 'inverter' },
    serial: { type: 'string' },
    rated: { type: 'string' },
    speed: { type: 'string', default: 'max' },
    url: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    hist: { type: 'boolean', default: true },
    'start-wh': { type: 'string' },
    faults: { type: 'string' },
    time: { type: 'string' },
    power: { type: 'string' },
    energy: { type: 'string' },
    unit: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function refuse(message: string): never {
  console.error(`${message}\n\n${help}`)
  process.exit(2)
}
function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? value : refuse(`--${name}: not a number: ${text}`)
}
function instant(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Date.parse(text)
  return Number.isNaN(value) ? refuse(`--${name}: not an instant: ${text}`) : value
}

if (values.help) {
  console.log(help)
  process.exit(0)
}
const secret = values.secret ?? process.env['REPLAY_SECRET'] ?? refuse('--secret or REPLAY_SECRET is missing')
const file = values.file ?? refuse('--file is missing')
const gateway = (values.gateway ?? refuse('--gateway is missing')).trim().toUpperCase()
if (values.as !== 'inverter') refuse(`--as: unknown kind ${values.as}`)
const speed = values.speed === 'max' ? 0 : (number('speed', values.speed) ?? 0)
const url = values.url ?? process.env['MQTT_URL'] ?? `mqtt://127.0.0.1:${process.env['MQTT_PORT'] ?? '1883'}`
const { time, power, energy, unit } = values
const isUnit = (name: string): name is PowerUnit => Object.hasOwn(powerUnits, name)
if (unit !== undefined && !isUnit(unit)) refuse(`--unit: ${unit} is none of W, kW and MW`)
const choice: SeriesChoice = {
  ...(time === undefined ? {} : { time }),
  ...(power === undefined ? {} : { power }),
  ...(energy === undefined ? {} : { energy }),
  ...(unit === undefined ? {} : { unit }),
}
const [ratedW, startWh] = [number('rated', values.rated), number('start-wh', values['start-wh'])]
const [fromTs, toTs] = [instant('from', values.from), instant('to', values.to)]

try {
  const { device, messages, series } = await replay(readFileSync(file, 'utf8'), {
    url,
    gateway,
    secret,
    speed,
    hist: values.hist,
    choice,
    ...(values.serial === undefined ? {} : { serial: values.serial.trim().toUpperCase() }),
    ...(ratedW === undefined ? {} : { ratedW }),
    ...(startWh === undefined ? {} : { startWh }),
    ...(fromTs === undefined ? {} : { fromTs }),
    ...(toTs === undefined ? {} : { toTs }),
    ...(values.faults === undefined
      ? {}
      : { faults: parseMessageFaults(readFileSync(values.faults, 'utf8')) }),
    onProgress: (acknowledged, total) => {
      if (acknowledged % 100 === 0) console.log(`${acknowledged} of ${total} messages acknowledged`)
    },
  })
  console.log(`replayed ${series.points.length} readings of ${device.sn} in ${messages.length} messages`)
  const oldest = series.points[0]?.ts ?? Date.now()
  const age = Math.ceil((Date.now() - oldest) / 86_400_000)
  if (age > KEPT_DAYS)
    console.log(
      `the oldest reading is ${age} days old: only a server with RETENTION_DAYS=${age} or more keeps it`,
    )
} catch (error) {
  console.error(`replay failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
