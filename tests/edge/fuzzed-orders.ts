import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { Device } from '#edge/engine/device.ts'
import type { Control, DeviceControls } from '#edge/engine/controls.ts'
import { carryOut } from '#edge/control/carry-out.ts'
import { createLimitKeeper } from '#edge/control/limit-keeper.ts'
import { openDevice } from '#edge/open-device.ts'
import { commandMemory } from '#gateway/answers.ts'
import { commandDesk } from '#gateway/commands.ts'
import type { Told } from '#gateway/site.ts'
import { setClock } from './set-clock.ts'
import type { WritableDevice } from './writable.ts'

export type FuzzFigures = {
  commands: number
  /** Of those, what they came to: `done`, `rejected`, or nothing at all. */
  stages: Record<string, number>
  /** What the devices counted: writes, and those beside what may be written. */
  writes: Record<string, number>
  wrongs: number
  wrong: unknown[]
  /** Devices that say that they can be limited or switched. */
  able: string[]
}

const script = fileURLToPath(new URL('serve-writable.py', import.meta.url))
const manners = { settleMs: 0, gapMs: 0, timeoutMs: 5_000, tries: 2 }

/** Numbers that somebody may have thought of, and some that nobody did. */
const anyNumber = fc.oneof(
  fc.integer({ min: -5, max: 110 }),
  fc.integer({ min: -100_000, max: 2_000_000_000 }),
  fc.double({ min: -10, max: 200, noNaN: true }),
  fc.constantFrom(0, 100, 100.000001, 0xffff, 0x1_0000, 1e30, -0, 50_000, 50_001),
)
const seconds = fc.oneof(fc.integer({ min: 60, max: 604_800 }), anyNumber)
const share = fc.oneof(fc.integer({ min: 0, max: 100 }), anyNumber)
const watts = fc.oneof(fc.integer({ min: 0, max: 60_000 }), anyNumber)
const args = {
  limit: fc.oneof(
    fc.record({ pct: share, rvrt_s: seconds }, { requiredKeys: ['pct'] }),
    fc.record({ w: watts, rvrt_s: seconds }, { requiredKeys: ['w'] }),
    fc.record({ pct: share, w: watts }, { requiredKeys: [] }),
  ),
  switch: fc.record({ on: fc.oneof(fc.boolean(), fc.constantFrom(0, 1, 'true')) }),
  other: fc.oneof(
    fc.record({ report_s: anyNumber }),
    fc.record({ address: anyNumber, value: anyNumber, registers: fc.array(anyNumber, { maxLength: 3 }) }),
    fc.record({ old: fc.string(), new: fc.string() }),
    fc.constant({}),
  ),
}
const others = ['restart', 'set', 'replace', 'scan', 'activate', 'write', 'diagnose'] as const
const anyCommand = (sn: string) =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.record({ op: fc.constant('limit'), args: args.limit }) },
      { weight: 2, arbitrary: fc.record({ op: fc.constant('switch'), args: args.switch }) },
      { weight: 1, arbitrary: fc.record({ op: fc.constantFrom(...others), args: args.other }) },
      { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('limit', 'switch'), args: args.other }) },
    )
    .chain((one) =>
      fc.record({
        op: fc.constant(one.op),
        args: fc.constant(one.args),
        targets: fc.oneof(
          { weight: 9, arbitrary: fc.constant([sn]) },
          { weight: 1, arbitrary: fc.array(fc.string(), { maxLength: 3 }) },
        ),
        // What no message could say is given to whoever writes as well.
        direct: fc.boolean(),
      }),
    )
/** JSON has none of them. */
const impossible = [NaN, Infinity, -Infinity, Number.MAX_VALUE]
const asNumber = (value: unknown, n: number): number =>
  typeof value === 'number' ? value : (impossible[n % impossible.length] ?? NaN)

type Fuzzed = {
  op: string
  args: { pct?: number | undefined; w?: number | undefined; rvrt_s?: number | undefined }
  targets: string[]
  direct: boolean
}

/** Gives each device its share of `commands` random ones as they come by the wire; what is written is counted by the devices. */
export const fuzzOrders = async (
  commands: number,
  devices: readonly WritableDevice[],
  seed: number,
): Promise<FuzzFigures> => {
  const child = spawn('/usr/bin/python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (what: unknown): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(what)}\n`)
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the devices have gone')
    return JSON.parse(value)
  }
  const ports = (await ask(devices.map((one) => ({ ...one, obeys: true })))) as number[]
  const stages: Record<string, number> = {}
  const able: string[] = []
  const open: Device[] = []
  let given = 0
  try {
    const each = devices.map(async ({ profile }, index) => {
      const url = `modbus-tcp://127.0.0.1:${ports[index]}?unit=1`
      const device = openDevice(url, { profile, secret: null, manners })
      open.push(device)
      const reading = (await device.read()).readings.find(({ controls }) => controls !== null)
      const controls = reading?.controls ?? null
      const registers = device.registers
      if (controls === null || registers === null) return
      able.push(profile)
      const sn = reading?.sn ?? 'NO-SERIAL-1'
      const desk = deskOf(sn, controls, reading?.about.ratedW ?? null, registers, (stage) => {
        stages[stage] = (stages[stage] ?? 0) + 1
      })
      const own = Math.ceil(commands / devices.length)
      for (const [n, body] of fc.sample(anyCommand(sn), { numRuns: own, seed: seed + index }).entries()) {
        given += 1
        await desk(n, body as Fuzzed)
      }
    })
    await Promise.all(each)
    const { counted, wrong, wrongs } = (await ask({})) as {
      counted: Record<string, { writes: number }>
      wrong: unknown[]
      wrongs: number
    }
    const writes = Object.fromEntries(Object.entries(counted).map(([name, one]) => [name, one.writes]))
    return { commands: given, stages, writes, wrongs, wrong, able }
  } finally {
    for (const device of open) device.close()
    child.stdin.end()
  }
}

/** What an edge does with a command for this device, without waiting for its turn. */
const deskOf = (
  sn: string,
  controls: DeviceControls,
  ratedW: number | null,
  registers: NonNullable<Device['registers']>,
  said: (stage: string) => void,
) => {
  const clock = setClock(Date.UTC(2026, 10, 23, 11))
  let facts: unknown = null
  const keeper = createLimitKeeper({
    facts: { read: () => facts, write: (_, value) => (facts = value) },
    clock,
    controlsOf: () => controls,
    ratedOf: () => ratedW,
    use: (_, work) => work(registers),
    ended: () => {},
    log: () => {},
  })
  const order = async (control: Control | null | undefined): Promise<Told> => {
    if (!control) return 'unable'
    const { outcome } = await carryOut(registers, control, { asked: 0, seconds: 0 }, () => Promise.resolve())
    return { ok: outcome === 'done' }
  }
  const subject = {
    sn: 'EDGE-7K2M9Q4XHB',
    clock: clock.wall,
    inventory: () => [{ sn, t: 'inverter' as const }],
    readings: () => [{ sn, ts: clock.wall(), m: { p: 1 } }],
    refresh: () => Promise.resolve(),
    reportSeconds: () => 60,
    setReportSeconds: () => {},
    activate: () => {},
    rescan: () => {},
    turn: (_: string, on: boolean) => order(on ? controls.switch?.on : controls.switch?.off),
    limit: (_: string, limit: Parameters<typeof keeper.order>[1]) =>
      keeper.order(sn, limit).catch((): Told => ({ ok: false, code: 'no_answer' })),
    restart: () => order(controls.restart),
    restartSelf: () => {},
    settings: () => ({}),
    exchange: () => {},
    discover: undefined,
    diagnose: undefined,
  }
  /** What is read back is waited for by a clock that has to be told. */
  const alone = async <T>(work: Promise<T>): Promise<T | null> => {
    const state = { runs: true }
    const done = work.catch(() => null).finally(() => (state.runs = false))
    while (state.runs) await clock.advance(1_000)
    return done
  }
  return async (n: number, body: Fuzzed): Promise<void> => {
    if (body.direct && body.op === 'limit') {
      const { pct, w, rvrt_s: seconds } = { pct: undefined, w: undefined, rvrt_s: undefined, ...body.args }
      const of = w === undefined ? { pct: asNumber(pct, n) } : { w: asNumber(w, n) }
      const given = keeper.order(sn, { ...of, id: `c-${n}`, rvrtS: seconds === undefined ? null : seconds })
      said((await alone(given)) === null ? 'direct, failed' : 'direct')
      return
    }
    const answers: CommandResponse[] = []
    const desk = commandDesk(subject, commandMemory(), (answer) => void answers.push(answer))
    const message = { v: 1, id: `c-${n}`, exp: clock.wall() + 60_000, ...body }
    await alone(Promise.resolve(desk(Buffer.from(JSON.stringify(message)))))
    said(answers.at(-1)?.stage ?? 'none')
  }
}
