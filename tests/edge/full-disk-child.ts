// Fills a store on a small disk that a stranger fills besides, and says what became of it, as JSON.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openEdgeStore } from '#edge/store/open-store.ts'
import type { FullDiskFigures, FullDiskState } from './full-disk.ts'

const [folder = ''] = process.argv.slice(2)
const said: string[] = []
const open = () => openEdgeStore(join(folder, 'edge'), { now: 0, log: (line) => said.push(line) })
let store = open()
let put = 0
let seq = 0

/** Twenty devices, once. */
const read = (): void => {
  const ts = 1_800_000_000_000 + put * 1000
  const items = Array.from({ length: 20 }, (_, n) => ({ sn: `INV-${n}`, ts, m: { p: put + n } }))
  store.telemetry.put(items)
  put += items.length
}
const report = (): void => {
  const d = store.telemetry.unreported()
  if (d.length > 0) store.telemetry.push({ v: 1, boot: 'b00t', seq: ++seq, ts: 0, hist: false, d })
}
const stateNow = (): FullDiskState => {
  const { waiting, dropped, trouble = null } = store.telemetry.state()
  return { put, waiting, dropped, trouble }
}

// As long as it takes until the disk is full, and on.
for (let n = 0; n < 50_000 && store.telemetry.state().trouble === null; n += 1) read()
for (let n = 0; n < 200; n += 1) read()
const full = stateNow()

const stranger = join(folder, 'stranger')
const handle = openSync(stranger, 'w')
try {
  for (;;) writeSync(handle, Buffer.alloc(4096, 1))
} catch {
  closeSync(handle)
}
for (let n = 0; n < 40; n += 1) read()
const none = stateNow()

rmSync(stranger)
const taken: number[] = []
report()
for (let next = store.telemetry.take(); next; next = store.telemetry.take()) {
  taken.push(...next.d.map(({ m }) => m.p ?? -1))
  store.telemetry.delivered(next)
  report()
}
read()
store.telemetry.tidy()
const after = stateNow()
store.close()
store = open()
const again = stateNow()
store.close()
const figures: FullDiskFigures = {
  full,
  none,
  after,
  again,
  newest: taken.toSorted((a, b) => b - a)[0] ?? null,
  sent: taken.length,
  twice: taken.length - new Set(taken).size,
  said,
}
process.stdout.write(JSON.stringify(figures))
