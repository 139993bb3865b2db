import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsOf } from '#domain/telemetry/raw-words.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { cleanMetrics } from '#domain/telemetry/reading-quality.ts'
import { decode, encode, gatewayMessages } from './decode.ts'
import type { Telemetry } from './telemetry.ts'
import type { ChannelFromGateway } from './topics.ts'
import { maxMessageBytes } from './topics.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const names = Object.keys(gatewayMessages) as ChannelFromGateway[]

const birth = {
  v: 1,
  state: 'online',
  boot: '9f3c61d07ab2e415',
  conn: 3,
  ts: 1755600000000,
  model: 'EMU-2',
  net: { mode: '4g', csq: 21 },
}
const inverter = {
  sn: 'SE17K7E1DBB39',
  ts: 1755600299000,
  st: 'grid',
  raw: { St: 4 },
  m: { p: 865, f: 49.98, u: [230.1, null, 230.4], e_tot: 43934840, mppt: [{ n: 1, u: 746.9 }] },
}
const batch = { v: 1, boot: '9f3c61d07ab2e415', seq: 1042, ts: 1755600300000, hist: false, d: [inverter] }

const telemetryOf = (json: string) => {
  const decoded = decode('tele', bytes(json))
  return decoded.ok ? decoded.message : decoded.reason
}
const reason = (payload: Uint8Array) => {
  const decoded = decode('tele', payload)
  return decoded.ok ? 'ok' : decoded.reason
}
const withPower = (literal: string) => JSON.stringify(batch).replace('865', literal)

describe('decoding what gateways send', () => {
  it('reads birth, will, inventory, telemetry and alarms', () => {
    expect(decode('status', encode(birth))).toEqual({ ok: true, message: birth, itemsRejected: 0 })
    const will = { v: 1, state: 'offline', boot: 'abcd', conn: 3, reason: 'lwt' }
    expect(decode('status', encode(will))).toEqual({ ok: true, message: will, itemsRejected: 0 })
    expect(decode('tele', encode(batch))).toEqual({ ok: true, message: batch, itemsRejected: 0 })
    const sync = { v: 1, boot: 'abcd', seq: 2, ev: 'sync', active: ['SE17K7E1DBB39:2062:1'] }
    expect(decode('alarm', encode(sync))).toEqual({ ok: true, message: sync, itemsRejected: 0 })
  })

  it('tolerates keys it does not know and normalises serials', () => {
    const inventory = {
      v: 1,
      boot: 'abcd',
      rev: 5,
      vendorSpecific: { deep: [1] },
      devices: [{ sn: ' se17k7e1dbb39 ', t: 'inverter', colour: 'grey' }],
    }
    expect(decode('inv', encode(inventory))).toEqual({
      ok: true,
      message: { v: 1, boot: 'abcd', rev: 5, devices: [{ sn: 'SE17K7E1DBB39', t: 'inverter' }] },
      itemsRejected: 0,
    })
  })

  it('an unknown state word costs the word, one bad item costs itself', () => {
    const bad = { sn: 'X', m: { p: 'n/a' } }
    const strange = { ...inverter, st: 'dreaming' }
    const decoded = decode('tele', encode({ ...batch, d: [bad, strange, { sn: '', m: {} }] }))
    expect(decoded).toEqual({
      ok: true,
      message: { ...batch, d: [{ ...inverter, st: null }] },
      itemsRejected: 2,
    })
  })

  it.each(['1e400', '-1e400', '1e10', '"865"', '[865]', '{"__proto__":1}'])(
    'V2: a power of %s is not taken for a number, and not for 0',
    (literal) => {
      const decoded = decode('tele', bytes(withPower(literal)))
      expect(decoded).toMatchObject({ ok: true, itemsRejected: 1, message: { d: [] } })
    },
  )

  it.each([
    ['f', 0xffff],
    ['t', -0x8000],
    ['q', -0x8000_0000],
    ['p_dc', 0xffff_ffff],
    ['u_in', 0xffff_ffff],
    ['i_out', 0x8000_0000],
    ['rssi', -0x8000],
    ['irr', 0xffff_ffff],
    ['u', [230.1, 0xffff_ffff, 230.4]],
    ['i', [1, -0x8000_0000, 1]],
    ['mppt', [{ n: 1, u: 0xffff_ffff, i: 0xffff, p: 0x8000_0000 }]],
    ['f', 0x7fff],
    ['q', 0x7fff_ffff],
  ])(
    'V2: a register without a value (%s) costs itself, not the power and energy beside it',
    (name, value) => {
      const item = { sn: 'SE17K7E1DBB39', m: { p: 865, e_tot: 43_934_840, [name]: value } }
      const decoded = decode('tele', encode({ ...batch, d: [item] }))
      expect(decoded).toMatchObject({ ok: true, itemsRejected: 0 })
      const read = decoded.ok ? decoded.message.d[0]?.m : undefined
      const { metrics, flags } = cleanMetrics(read ?? {}, { kind: 'inverter', ratedW: 17_000 })
      expect([metrics.p, metrics.e_tot]).toEqual([865, 43_934_840])
      expect(hasFlag(flags, 'sentinel')).toBe(true)
      expect(JSON.stringify(Reflect.get(metrics, name) ?? null)).not.toMatch(/\d{5}/)
    },
  )

  it('V2: a counter or a raw word of 64 bits without a value costs itself, not the power beside it', () => {
    for (const e_tot of [2 ** 64 - 1, 2 ** 63, -(2 ** 63)]) {
      const item = { ...inverter, raw: { St: 4, Evt1: 2 ** 64 - 1 }, m: { p: 865, e_tot } }
      const decoded = decode('tele', encode({ ...batch, d: [item] }))
      expect(decoded).toMatchObject({ ok: true, itemsRejected: 0 })
      const read = decoded.ok ? decoded.message.d[0] : undefined
      const { metrics, flags } = cleanMetrics(read?.m ?? {}, { kind: 'inverter', ratedW: 17_000 })
      expect([metrics.p, metrics.e_tot, hasFlag(flags, 'sentinel')]).toEqual([865, null, true])
      expect(bitsOf(read?.raw, 'Evt1')).toBeNull()
    }
  })

  it('V4: text loses what no database holds, as registers of text padded with NUL, and costs nothing beside it', () => {
    const padded = { ...birth, model: 'EMU-2\0\0\0', sw: '2.1\ud83d', net: { mode: '4g\0', csq: 21 } }
    expect(decode('status', encode(padded))).toMatchObject({
      ok: true,
      message: { model: 'EMU-2', sw: '2.1\ufffd', net: { mode: '4g', csq: 21 } },
    })
    const raw = { St: 4, Md: 'SE17K\0\0', Vr: '1\udc00' }
    expect(telemetryOf(JSON.stringify({ ...batch, d: [{ ...inverter, raw }] }))).toMatchObject({
      d: [{ raw: { St: 4, Md: 'SE17K', Vr: '1\ufffd' }, m: { p: 865 } }],
    })
    for (const name of ['a\0', 'a\ud83d'])
      expect(
        telemetryOf(JSON.stringify({ ...batch, d: [{ ...inverter, raw: { [name]: 4 } }] })),
      ).toMatchObject({
        d: [],
      })
  })

  it('V2: NaN is no JSON, null is no reading, an inexact counter is none', () => {
    expect(telemetryOf(withPower('NaN'))).toBe('not_json')
    expect(telemetryOf(withPower('null'))).toMatchObject({ d: [{ m: { p: null } }] })
    const inexact = telemetryOf(JSON.stringify(batch).replace('43934840', '9007199254740993'))
    const [item] = typeof inexact === 'string' ? [] : inexact.d
    expect(cleanMetrics(item?.m ?? {}, { kind: 'inverter', ratedW: 17_000 }).metrics).toMatchObject({
      p: 865,
      e_tot: null,
    })
    expect(telemetryOf(JSON.stringify(batch).replace('1042', '9007199254740993'))).toBe('not_contract')
  })

  it('V2: whatever numbers a device sends, only finite ones come through', () => {
    const number = fc.oneof(
      fc.double().map((value) => JSON.stringify(value)),
      fc
        .tuple(fc.integer(), fc.integer({ min: -500, max: 500 }))
        .map(([mantissa, power]) => `${mantissa}e${power}`),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 4, maxLength: 4 }), ([p, q, t, e]) => {
        const json = `{"v":1,"boot":"abcd","seq":1,"ts":1,"d":[{"sn":"A1","m":{"p":${p},"q":${q},"t":${t},"e_tot":${e}}}]}`
        const decoded = decode('tele', bytes(json))
        expect(decoded.ok).toBe(true)
        if (!decoded.ok) return
        for (const { m } of decoded.message.d) {
          for (const value of Object.values(m)) expect(value === null || Number.isFinite(value)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('D12: malformed messages are told apart', () => {
    expect(reason(bytes(JSON.stringify(batch).slice(0, -3)))).toBe('not_json')
    expect(reason(new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]))).toBe('not_utf8')
    expect(reason(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('not_utf8')
    expect(reason(new Uint8Array(maxMessageBytes + 1).fill(0x20))).toBe('too_large')
    expect(reason(bytes('['.repeat(maxMessageBytes)))).toBe('not_json')
    expect(reason(bytes(`{"v":1,"d":${'['.repeat(30_000)}${']'.repeat(30_000)}}`))).toBe('not_contract')
    expect(reason(encode({ ...batch, boot: 'x'.repeat(60_000) }))).toBe('not_contract')
    expect(reason(new Uint8Array(0))).toBe('not_json')
  })

  it('D12: random bytes and mutilated messages never throw, on any channel', () => {
    const channel = fc.constantFrom(...names)
    const genuine = fc.constantFrom<object>(birth, batch, { v: 1, boot: 'abcd', rev: 1, devices: [] })
    const mutilated = fc
      .tuple(genuine, fc.nat(), fc.uint8Array({ maxLength: 8 }))
      .map(([message, at, patch]) => {
        const whole = encode(message)
        whole.set(patch.subarray(0, whole.length), at % Math.max(1, whole.length - patch.length))
        return whole.subarray(0, whole.length - (at % 3))
      })
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      mutilated,
      fc.json().map(bytes),
      fc.object().map((value) => bytes(JSON.stringify(value) ?? '')),
    )
    let looked = 0
    fc.assert(
      fc.property(channel, payload, (name, message) => {
        const decoded = decode(name, message)
        looked += 1
        const outcome = decoded.ok ? `version ${decoded.message.v}` : decoded.reason
        expect(['version 1', 'not_utf8', 'not_json', 'not_contract']).toContain(outcome)
      }),
      { numRuns: 20_000 },
    )
    expect(looked).toBe(20_000)
    expect(Object.prototype).not.toHaveProperty('p')
  })
})

const reading = (sn: unknown) => ({ sn, m: { p: 1 } })
const teleOf = (d: unknown[]): Uint8Array =>
  encode({ v: 1, boot: '9f3c61d07ab2e415', seq: 1, ts: 1_755_600_000_000, d })

describe('serials that cannot be one', () => {
  it('are told with the number of readings they came with, and cost their neighbours nothing', () => {
    const long = 'A1'.repeat(40)
    const decoded = decode(
      'tele',
      teleOf([
        reading('SE17K+7E1'),
        reading('SE17K7E1DBB39'),
        reading('SE17K+7E1'),
        reading(long),
        reading(7),
      ]),
    )
    expect(decoded).toMatchObject({ ok: true, itemsRejected: 4 })
    const { message } = decoded as { message: Telemetry }
    expect(message.d.map(({ sn }) => sn)).toEqual(['SE17K7E1DBB39'])
    expect(message.unreadable).toEqual([
      { sn: 'SE17K+7E1', count: 2 },
      { sn: long.slice(0, 32), count: 1 },
    ])
  })

  it('what was left out for another reason is none of them, and a sound message has no such list', () => {
    const odd = decode('tele', teleOf([{ sn: 'SE17K7E1DBB39', m: { p: 'much' } }, reading('SE17K7E1DBB40')]))
    expect(odd).toMatchObject({ ok: true, itemsRejected: 1 })
    const sound = decode('tele', teleOf([reading('SE17K7E1DBB40')]))
    for (const one of [odd, sound])
      expect((one as { message: Telemetry }).message).not.toHaveProperty('unreadable')
  })
})
