import { describe, expect, it } from 'vitest'
import type { Web, WebAnswer } from '../web.ts'
import { OpenDtu } from './read-opendtu.ts'

const answered = (value: unknown): WebAnswer => ({ status: 200, type: null, body: JSON.stringify(value) })
const v = (value: number, u: string, d = 1) => ({ v: value, u, d })
const AT = 1_780_000_000_000

const dtu = (pages: Record<string, unknown>) => {
  const asked: string[] = []
  let now = AT
  const web: Web = {
    get: (path) => {
      asked.push(path)
      const page = pages[path]
      return Promise.resolve(page === undefined ? { status: 404, type: null, body: '' } : answered(page))
    },
  }
  return { device: new OpenDtu(web, () => now), asked, pages, pass: (ms: number) => (now += ms) }
}

const head = (serial: string, more = {}) => ({
  serial,
  name: 'Roof',
  data_age: 4,
  reachable: true,
  producing: true,
  limit_relative: 100,
  limit_absolute: 800,
  ...more,
})
const whole = (serial: string, more = {}) => ({
  ...head(serial),
  AC: {
    0: {
      Power: v(70.69999695, 'W'),
      Voltage: v(233.1999969, 'V'),
      Current: v(0.300000012, 'A', 2),
      'Power DC': v(74, 'W'),
      YieldDay: v(23, 'Wh', 0),
      YieldTotal: v(150.5050049, 'kWh', 3),
      Frequency: v(50.02000046, 'Hz', 2),
      PowerFactor: v(0.985000014, '', 3),
      ReactivePower: v(21, 'var'),
    },
  },
  DC: {
    0: { name: { u: 'left' }, Power: v(0, 'W'), Voltage: v(1, 'V'), Current: v(0.02, 'A', 2) },
    1: { name: { u: '' }, Power: v(74, 'W'), Voltage: v(42.40000153, 'V'), Current: v(1.74000001, 'A', 2) },
  },
  INV: { 0: { Temperature: v(8.300000191, '\u00b0C') } },
  ...more,
})
const list = (...inverters: unknown[]) => ({ inverters, total: {}, hints: {} })
const status = '/api/livedata/status'
const said = {
  sn: '114190641177',
  t: 'inverter',
  ts: AT - 4000,
  st: 'grid',
  m: {
    p: 70.7,
    q: 21,
    pf: 0.985,
    f: 50.02,
    u: [233.2],
    i: [0.3],
    t: 8.3,
    p_dc: 74,
    e_tot: 150_505,
    mppt: [
      { n: 1, u: 1, i: 0.02, p: 0 },
      { n: 2, u: 42.4, i: 1.74, p: 74 },
    ],
  },
}

describe('an OpenDTU', () => {
  it('is asked for each inverter, where its list has no values, and for what it is once', async () => {
    const { device, asked } = dtu({
      [status]: list(head('114190641177')),
      [`${status}?inv=114190641177`]: list(whole('114190641177')),
      '/api/devinfo/status?inv=114190641177': {
        hw_model_name: 'HM-800-2T',
        max_power: 800,
        fw_build_version: 10_016,
      },
    })
    await device.read()
    const { readings } = await device.read()
    expect(readings).toMatchObject([
      {
        ...said,
        raw: { limit_relative: 100, limit_absolute: 800, reachable: 1, YieldDay: 23 },
        about: { brand: 'Hoymiles', model: 'HM-800-2T', sw: '1.0.16', ratedW: 800, mppt: 2 },
      },
    ])
    expect(asked.filter((path) => path.includes('devinfo')).length).toBe(1)
  })

  it('of older versions has all in its list, or line and inputs beside each other', async () => {
    const { AC, DC, INV, ...rest } = whole('114190641177')
    const old = { ...rest, 0: { ...AC[0], ...INV[0] }, 1: DC[0], 2: DC[1], events: 3 }
    for (const inverter of [whole('114190641177'), old]) {
      const { device, asked } = dtu({ [status]: list(inverter) })
      expect((await device.read()).readings).toMatchObject([said])
      expect(asked.filter((path) => path.includes('livedata'))).toEqual([status])
    }
  })

  it('tells the time of a hearing, and the same as long as it is the same', async () => {
    const { device, pages, pass } = dtu({ [status]: list(whole('1')) })
    const times = async () => (await device.read()).readings.map(({ ts }) => ts)
    expect(await times()).toEqual([AT - 4000])
    pass(5_700)
    pages[status] = list(whole('1', { data_age: 9 }))
    expect(await times()).toEqual([AT - 4000])
    pages[status] = list(whole('1', { data_age: 0 }))
    expect(await times()).toEqual([AT + 5_700])
  })

  it('of an inverter that sleeps tells what it said last, and no state', async () => {
    const asleep = { data_age: 30_000, reachable: false, producing: false }
    const { device } = dtu({ [status]: list(whole('1', asleep)) })
    expect((await device.read()).readings).toMatchObject([
      { ts: AT - 30_000_000, st: null, m: { e_tot: 150_505 } },
    ])
  })

  it('has no reading of what it never heard: its zeros are none', async () => {
    const zero = { Power: v(0, 'W'), Voltage: v(0, 'V'), Frequency: v(0, 'Hz'), YieldTotal: v(0, 'kWh', 3) }
    const never = whole('1', { reachable: false, producing: false, AC: { 0: zero } })
    await expect(dtu({ [status]: list(never) }).device.read()).rejects.toMatchObject({
      reason: 'unsupported',
    })
  })

  it('tells three lines apart, and takes none for what lies between two', async () => {
    const lines = {
      'Voltage Ph1-N': v(231, 'V'),
      'Voltage Ph2-N': v(232, 'V'),
      'Voltage Ph3-N': v(233, 'V'),
      'Current Ph1': v(1, 'A'),
      Power: v(700, 'W'),
    }
    const { device } = dtu({
      [status]: list(
        whole('138290710000', { AC: { 0: lines } }),
        whole('138290710001', { AC: { 0: { Voltage: v(406.6, 'V'), Power: v(67.7, 'W') } } }),
      ),
    })
    expect((await device.read()).readings.map(({ m, raw }) => [m.u, m.i, raw['Voltage']])).toEqual([
      [[231, 232, 233], [1], undefined],
      [undefined, undefined, 406.6],
    ])
  })

  it.each([
    [{}, 'garbled'],
    [{ [status]: { hello: 1 } }, 'unrecognised'],
    [{ [status]: list() }, 'unsupported'],
    [{ [status]: list(head('../../x')) }, 'unsupported'],
  ])('that answers %j ends with a sentence', async (pages, reason) => {
    await expect(dtu(pages as Record<string, unknown>).device.read()).rejects.toMatchObject({ reason })
  })
})
