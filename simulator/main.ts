import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseFaults } from './faults.ts'
import { startFleet } from './fleet.ts'
import { parseFleet } from './fleet-file.ts'
import { readFlashes, writeFlashes } from './kept-flash.ts'

const help = `Runs a fleet of simulated gateways.

  node simulator/main.ts --file fleet.json [--url mqtt://127.0.0.1:1883] [--clock 10] [--faults faults.json] [--verbose]

  --file     {"gateways": [{"sn", "secret", "station"}], "stations"?, "counters"?, "faults"?}
  --url      broker (default MQTT_URL, or mqtt://127.0.0.1 at MQTT_PORT or 1883)
  --clock    how much faster the gateways' own timers run: with 10, a reporting interval of 5 minutes passes in 30 s.
             The sun and all stamps stay with the wall clock, and an upgrade takes as long as it is said to take.
  --faults   list of faults, beside those of the file
  --flash    where gateways keep what they remember without power, upgrades under way above all, until the next run
  --verbose  a line for each connection

Prints "fleet ready" when every gateway has tried to connect. Ends on SIGTERM and SIGINT in good order.`

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    url: { type: 'string' },
    clock: { type: 'string', default: '1' },
    faults: { type: 'string' },
    flash: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help || values.file === undefined) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
const clockFactor = Number(values.clock)
if (!(clockFactor > 0 && clockFactor <= 10_000)) {
  console.error('--clock: a number above 0, at most 10000')
  process.exit(2)
}
const url = values.url ?? process.env['MQTT_URL'] ?? `mqtt://127.0.0.1:${process.env['MQTT_PORT'] ?? '1883'}`
const data = parseFleet(readFileSync(values.file, 'utf8'))
const more = values.faults === undefined ? [] : parseFaults(readFileSync(values.faults, 'utf8'))
const kept =
  values.flash !== undefined && existsSync(values.flash) ? readFileSync(values.flash, 'utf8') : null
const fleet = startFleet(
  { ...data, faults: [...data.faults, ...more] },
  {
    url,
    clockFactor,
    upgradeFactor: 1,
    ...(kept === null ? {} : { flashes: readFlashes(kept) }),
    ...(values.verbose ? { log: (line: string) => console.log(line) } : {}),
  },
)

let ending = false
const end = async (): Promise<void> => {
  if (ending) return
  ending = true
  // A broker that does not answer cannot keep the process.
  setTimeout(() => process.exit(0), 5000).unref()
  await fleet.stop()
  if (values.flash !== undefined) {
    writeFileSync(`${values.flash}.new`, writeFlashes(fleet.flashes), { mode: 0o600 })
    renameSync(`${values.flash}.new`, values.flash)
  }
  console.log('fleet stopped')
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
// A parent that died without a signal closes the pipe.
process.stdout.on('error', () => void end())

await fleet.started
console.log('fleet ready')
