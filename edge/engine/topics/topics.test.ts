import { describe, expect, it } from 'vitest'
import { ahoyDtuTopics } from './ahoydtu-topics.ts'
import { openDtuTopics } from './opendtu-topics.ts'
import { taptapLines } from './taptap-lines.ts'
import type { TopicReader } from './topic-reader.ts'

const now = { at: 1_780_000_000_000, isRetained: false }
const kept = { ...now, isRetained: true }
const feed = (reader: TopicReader, messages: Record<string, string>, arrival = kept): TopicReader => {
  for (const [topic, payload] of Object.entries(messages)) reader.take(topic, payload, arrival)
  return reader
}
const SERIAL = '114190641177'
const of = (name: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([field, payload]) => [`${name}/${field}`, payload]))
const inverter = (fields: Record<string, string>) => of(SERIAL, fields)
const day = {
  'status/reachable': '1',
  'status/producing': '1',
  'status/last_update': '1780000000',
  '0/power': '412.5',
  '0/voltage': '231.0',
  '0/yieldday': '1800',
  '0/yieldtotal': '1234.567',
  '0/powerfactor': '99.1',
  '1/power': '200.1',
}

describe('topics of OpenDTU', () => {
  it('give a reading at the time at which the inverter was heard', () => {
    expect(feed(openDtuTopics(), inverter(day)).report()?.readings).toMatchObject([
      {
        sn: SERIAL,
        ts: 1_780_000_000_000,
        st: 'grid',
        m: { p: 412.5, pf: 0.991, u: [231], e_tot: 1_234_567, mppt: [{ n: 1, p: 200.1 }] },
        raw: { YieldDay: 1800 },
      },
    ])
  })

  it('say no state when the inverter or its gateway is away', () => {
    const lost = feed(openDtuTopics(), inverter({ ...day, 'status/reachable': '0', 'status/producing': '0' }))
    expect(lost.report()?.readings).toMatchObject([{ st: null, ts: 1_780_000_000_000 }])
    const gone = feed(openDtuTopics(), { ...inverter(day), 'dtu/status': 'offline' })
    expect(gone.report()?.readings).toMatchObject([{ st: null }])
    gone.take('dtu/status', 'online', now)
    expect(gone.report()?.readings).toMatchObject([{ st: 'grid' }])
    const waiting = feed(openDtuTopics(), inverter({ ...day, 'status/producing': '0' }))
    expect(waiting.report()?.readings).toMatchObject([{ st: 'standby' }])
  })

  it('without a time, or of a time that was never, are no reading', () => {
    const { 'status/last_update': _time, ...timeless } = day
    expect(feed(openDtuTopics(), inverter(timeless)).report()).toBeNull()
    expect(feed(openDtuTopics(), inverter({ ...day, 'status/last_update': '0' })).report()).toBeNull()
  })

  it('are found below whatever was named, and without a time are of now when they are published now', () => {
    const { 'status/last_update': _time, ...timeless } = day
    const deep = Object.fromEntries(
      Object.entries(inverter(timeless)).map(([topic, payload]) => [`home/roof/solar/${topic}`, payload]),
    )
    const [reading] = feed(openDtuTopics(), deep, now).report()?.readings ?? []
    expect(reading).toMatchObject({ sn: SERIAL, m: { p: 412.5 } })
    expect(reading).not.toHaveProperty('ts')
  })

  it('of others, and values that are none, are left out', () => {
    const reader = feed(openDtuTopics(), {
      ...inverter({
        ...day,
        '0/power': 'nan',
        '0/current': '1e400',
        '0/frequency': '',
        '0/temperature': '0x10',
      }),
      'ac/power': '5',
      [`${SERIAL}/cmd/power`]: '0',
      [`${SERIAL}/9/power`]: '7',
      'somebody/0/power': '7',
    })
    const [reading] = reader.report()?.readings ?? []
    expect(Object.keys(reading?.m ?? {})).toEqual(['pf', 'u', 'e_tot', 'mppt'])
  })

  it('of more inverters than there are anywhere are not kept', () => {
    const reader = openDtuTopics()
    for (let n = 0; n < 3000; n += 1) {
      const sn = n.toString(16).padStart(12, '0')
      feed(reader, { [`${sn}/status/last_update`]: '1780000000', [`${sn}/0/voltage`]: '230' })
    }
    expect(reader.report()?.readings.length).toBe(1000)
  })
})

describe('topics of AhoyDTU', () => {
  it('give inverters by their names, and none without a time', () => {
    const heard = { 'ch0/P_AC': '71.0', 'ch0/F_AC': '50.0', last_success: '1780000000' }
    const reader = feed(ahoyDtuTopics(), {
      ...of('west', { ...heard, available: '1' }),
      ...of('east', { ...heard, available: '2', 'ch0/YieldTotal': '465.294', 'ch2/P_DC': '25.000' }),
      ...of('north', { ...heard, available: '0' }),
      ...of('new', { 'ch0/P_AC': '1', available: '2' }),
      ...of('never', { ...heard, last_success: '0' }),
    })
    expect(
      reader
        .report()
        ?.readings.map(({ sn, name, st, raw, m }) => [sn, name, st, raw['name'], m.e_tot, m.mppt]),
    ).toEqual([
      [null, 'east', 'grid', 'east', 465_294, [{ n: 2, p: 25 }]],
      [null, 'north', null, 'north', undefined, undefined],
      [null, 'west', 'standby', 'west', undefined, undefined],
    ])
  })
})

const report = (node: number, timestamp: string, more = {}) =>
  JSON.stringify({
    event_type: 'power_report',
    gateway: 4609,
    node,
    timestamp,
    voltage_in: 30,
    current: 2,
    ...more,
  })

describe('lines of taptap', () => {
  const barcodes = JSON.stringify({
    event_type: 'infrastructure_report',
    gateways: {},
    nodes: { 4609: { 2: { barcode: '4-9A57A2L' }, 3: { address: '04:C0' }, 4: { barcode: '../x' } } },
  })

  it('give modules whose barcode is known, each its newest report', () => {
    const reader = taptapLines()
    for (const line of [
      report(2, '2026-08-24T09:17:01-05:00'),
      report(2, '2026-08-24T09:16:41-05:00', { voltage_in: 40 }),
      report(3, '2026-08-24T09:17:01-05:00'),
      report(4, '2026-08-24T09:17:01-05:00'),
      barcodes,
      'not json',
      '{"half":',
      '{"event_type":"power_report","gateway":4609,"node":2,"timestamp":"never"}',
    ])
      reader.take('', line, now)
    expect(reader.report()?.readings).toMatchObject([
      { sn: '4-9A57A2L', ts: Date.parse('2026-08-24T14:17:01Z'), m: { u_in: 30, i_in: 2, p: 60 } },
    ])
  })

  it('say in a sentence that barcodes are missing', () => {
    const reader = taptapLines()
    expect(reader.report()).toBeNull()
    reader.take('', report(2, '2026-08-24T09:17:01-05:00'), now)
    expect(() => reader.report()).toThrow(/barcodes are not known yet/)
  })
})

describe('what others make of them', () => {
  it('is JSON of AhoyDTU, a message a channel', () => {
    const messages = {
      'inverter/Roof/available': '2',
      'inverter/Roof/last_success': '1780000000',
      'inverter/Roof/ch0': '{"P_AC":412.5,"U_AC":"231.0","YieldTotal":1234.567,"F_AC":null}',
      'inverter/Roof/ch1': '{"P_DC":200.1}',
      'inverter/Roof/ch2': '[1]',
    }
    expect(feed(ahoyDtuTopics(), messages).report()?.readings).toMatchObject([
      {
        ts: 1_780_000_000_000,
        st: 'grid',
        m: { p: 412.5, u: [231], e_tot: 1_234_567, mppt: [{ n: 1, p: 200.1 }] },
      },
    ])
  })

  it('is one message of taptap-mqtt for all modules', () => {
    const node = {
      node_serial: '4-9A57A2L',
      tmstp: 1_780_000_000.5,
      voltage_in: 30.5,
      power: 212,
      rssi: null,
    }
    const state = { nodes: { A01: node, A02: { ...node, tmstp: 0 }, A03: { ...node, node_serial: null } } }
    const { readings } = feed(taptapLines(), { 'taptap/tigo/state': JSON.stringify(state) }).report() ?? {}
    expect(readings).toMatchObject([
      {
        sn: '4-9A57A2L',
        t: 'optimizer',
        ts: 1_780_000_000_500,
        m: { u_in: 30.5, p: 212 },
        raw: { name: 'A01' },
      },
    ])
    expect(readings?.[0]?.m).not.toHaveProperty('rssi')
  })
})
