import { describe, expect, it } from 'vitest'
import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import { alarmMemory, alarmReporter } from './alarms.ts'
import type { AlarmCondition } from './site.ts'

const alarm = (code: string, since: number): AlarmCondition => ({
  aid: `INV-A1:${code}:1`,
  sn: 'INV-A1',
  code,
  lvl: 'important',
  since,
  ctx: {},
})

/** A gateway whose line can be cut: what it said, and whether that was acknowledged. */
const reporting = (memory = alarmMemory(), boot = 'boot-0001') => {
  let seq = 0
  const line = { isUp: true, said: [] as AlarmEvent[] }
  const reporter = alarmReporter({
    boot,
    nextSeq: () => ++seq,
    stamp: (ts) => ts,
    publish: async (event) => {
      line.said.push(event)
      if (!line.isUp) throw new Error('link is down')
      return true
    },
    memory,
  })
  return { reporter, line, memory, words: () => line.said.map(wordOf) }
}
const wordOf = (event: AlarmEvent): string =>
  event.ev === 'sync' ? `sync ${event.active.length}` : `${event.ev} ${event.aid.split(':')[1]} ${event.ts}`
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('alarms of a gateway', () => {
  it('E5: what begins and ends while nobody hears is told after the birth, in its order and with its times', async () => {
    const { reporter, line, words } = reporting()
    reporter.announce([alarm('1', 50)], 100)
    await settled()
    expect(words()).toEqual(['raise 1 50', 'sync 1'])
    line.said = []
    reporter.pause()
    reporter.update([], 200)
    reporter.update([alarm('2', 300)], 310)
    reporter.update([], 400)
    reporter.update([alarm('3', 500)], 510)
    expect(words()).toEqual([])
    reporter.announce([alarm('3', 500)], 600)
    await settled()
    expect(words()).toEqual(['clear 1 200', 'raise 2 300', 'clear 2 400', 'raise 3 500', 'sync 1'])
    reporter.pause()
    reporter.announce([alarm('3', 500)], 700)
    await settled()
    expect(words().slice(5)).toEqual(['raise 3 500', 'sync 1'])
  })

  it('E5: what was not acknowledged is told again under its number, and outlasts the program', async () => {
    const { reporter, line, memory } = reporting()
    reporter.announce([], 100)
    line.isUp = false
    reporter.update([alarm('1', 200)], 200)
    await settled()
    reporter.pause()
    reporter.update([], 300)
    const [, unheard] = line.said
    line.isUp = true
    reporter.announce([], 400)
    await settled()
    expect(line.said.filter(({ seq }) => seq === unheard?.seq)).toHaveLength(2)
    expect(memory.read()).toEqual([])
    reporter.pause()
    reporter.update([alarm('2', 500)], 500)
    reporter.update([], 600)
    const after = reporting(memory, 'boot-0002')
    after.reporter.announce([], 700)
    await settled()
    expect(after.words()).toEqual(['raise 2 500', 'clear 2 600', 'sync 0'])
    expect(after.line.said.map(({ boot, seq }) => `${boot} ${seq}`)).toEqual([
      'boot-0002 1',
      'boot-0002 2',
      'boot-0002 3',
    ])
  })

  it('gives up the oldest when there are too many', () => {
    const { reporter, memory } = reporting()
    for (let at = 0; at < 1_000; at += 1) reporter.update(at % 2 === 0 ? [alarm('1', at)] : [], at)
    expect(memory.read()).toHaveLength(500)
    expect(memory.read().at(-1)).toMatchObject({ ev: 'clear', ts: 999 })
  })
})
