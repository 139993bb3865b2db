// `npm run bench [-- --only intake,bytes] [--filmstrip DIR] [--minutes 5] [--size 0.1] [--profile DIR]
// [--reporting]`: one line of JSON a figure, each against something of the same run. Everything on loopback and in temporary
// folders; ends by itself.
import { parseArgs } from 'node:util'
import type { Benchmark, Figure } from '../bench/figure.ts'

const parts: Record<string, () => Promise<Benchmark>> = {
  bytes: async () => (await import('../bench/bytes.ts')).benchBytes,
  fleet: async () => (await import('../bench/fleet.ts')).benchFleet,
  browser: async () => (await import('../bench/browser.ts')).benchBrowser,
  alarms: async () => (await import('../bench/alarms.ts')).benchAlarms,
  orders: async () => (await import('../bench/orders.ts')).benchOrders,
  layout: async () => (await import('../bench/layout.ts')).benchLayout,
  screens: async () => (await import('../bench/screens.ts')).benchScreens,
  memory: async () => (await import('../bench/memory.ts')).benchMemory,
  outage: async () => (await import('../bench/outage.ts')).benchOutage,
  rollup: async () => (await import('../bench/roll-up.ts')).benchRollUp,
  packed: async () => (await import('../bench/packed.ts')).benchPacked,
  years: async () => (await import('../bench/packed-years.ts')).benchPackedYears,
  intake: async () => (await import('../bench/intake.ts')).benchIntake,
  million: async () =>
    values.reporting
      ? (await import('../bench/million-reporting.ts')).benchReporting
      : (await import('../bench/million.ts')).benchMillion,
  steady: async () => (await import('../bench/steady.ts')).benchSteady,
  shares: async () => (await import('../bench/shares.ts')).benchShares,
  start: async () => (await import('../bench/start.ts')).benchStart,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    filmstrip: { type: 'string' },
    minutes: { type: 'string', default: '2' },
    size: { type: 'string', default: '1' },
    profile: { type: 'string' },
    reporting: { type: 'boolean', default: false },
  },
})
/** These take many minutes and run when they are named. */
const long = new Set(['years'])
const wanted = values.only?.split(',') ?? Object.keys(parts).filter((name) => !long.has(name))
const unknown = wanted.filter((name) => parts[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}\n`)
  process.exit(1)
}

const missed: string[] = []
const print = (figure: Figure): void => {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
  if (figure.ok === false) missed.push(figure.name)
}
for (const name of wanted) {
  const part = await parts[name]?.()
  try {
    await part?.(print, {
      filmstrip: values.filmstrip ?? null,
      minutes: Number(values.minutes),
      size: Number(values.size),
      profile: values.profile ?? null,
    })
  } catch (error) {
    process.stderr.write(
      `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    missed.push(name)
  }
}
if (missed.length > 0) process.stderr.write(`aims missed: ${missed.join(', ')}\n`)
process.exitCode = missed.length > 0 ? 1 : 0
