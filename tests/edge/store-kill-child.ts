// Fills a store and sends from it until it is killed; says what it had taken, and what was acknowledged, afterwards.
import { writeSync } from 'node:fs'
import { openEdgeStore } from '#edge/store/open-store.ts'

const [folder = '', round = '0'] = process.argv.slice(2)
// Written through: a line that nobody reads any more must not have been said.
const say = (line: string): void => void writeSync(1, `${line}\n`)
const store = openEdgeStore(folder, { now: Date.now(), log: () => {} })
const boot = `round-${round}`
let at = 1_800_000_000_000 + Number(round) * 10_000_000
let seq = 0
for (;;) {
  at += 1_000
  const items = ['INV-A1', 'INV-B2', 'INV-C3'].map((sn) => ({ sn, ts: at, m: { p: seq } }))
  store.telemetry.put(items)
  say(`stored ${items.map(({ sn, ts }) => `${sn}:${ts}`).join(' ')}`)
  if (seq % 3 === 0) {
    const d = store.telemetry.unreported()
    store.telemetry.push({ v: 1, boot, seq, ts: at, hist: false, d })
  }
  // Less is sent than comes in, as after an outage.
  const message = seq % 4 === 0 ? store.telemetry.take() : null
  if (message !== null) {
    const sent = `sent ${message.boot}:${message.seq} ${message.d.map(({ sn, ts }) => `${sn}:${ts}`).join(' ')}`
    // The server has it before the store forgets it.
    say(sent)
    store.telemetry.delivered(message)
  }
  seq += 1
}
