import { describe, expect, it } from 'vitest'
import type { Web, WebAnswer } from '../web.ts'
import { FroniusLogger } from './read-fronius.ts'

const answered = (value: unknown): WebAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
})
const head = (code = 0) => ({
  Status: { Code: code, Reason: '', UserMessage: '' },
  Timestamp: '2026-06-01T12:00:00+02:00',
})
const good = (data: unknown) => answered({ Head: head(), Body: { Data: data } })
const value = (Value: number | null, Unit = '') => ({ Value, Unit })

const V1 = '/solar_api/v1/'
const common = (id: string, base = V1) =>
  `${base}GetInverterRealtimeData.cgi?Scope=Device&DeviceId=${id}&DataCollection=CommonInverterData`
const lines = (id: string) => common(id).replace('CommonInverterData', '3PInverterData')
const version = { '/solar_api/GetAPIVersion.cgi': answered({ APIVersion: 1, BaseURL: '/elsewhere/' }) }
const info = (inverters: Record<string, unknown>) => ({ [`${V1}GetInverterInfo.cgi`]: good(inverters) })

/** A logger in memory; `asked` = the pages it was asked for. */
const logger = (pages: Record<string, WebAnswer>) => {
  const asked: string[] = []
  const web: Web = {
    get: (path) => {
      asked.push(path)
      return Promise.resolve(pages[path] ?? { status: 404, type: null, body: 'no' })
    },
  }
  return { device: new FroniusLogger(web), asked, pages }
}

describe('a logger of Fronius', () => {
  it('tells the lines of an inverter apart where it does, and its inputs by number', async () => {
    const { device } = logger({
      ...version,
      ...info({ 7: { DT: 123, UniqueID: '99', StatusCode: 7, ErrorCode: 0 } }),
      [common('7')]: good({
        PAC: value(8000),
        UAC: value(231),
        IAC: value(34.6),
        FAC: value(50),
        UDC: value(600),
        IDC: value(7),
        UDC_3: value(0),
        IDC_2: value(null),
        TOTAL_ENERGY: value(123_456),
        DAY_ENERGY: value(null),
        DeviceStatus: { StatusCode: 7, ErrorCode: 0 },
      }),
      [lines('7')]: good({
        UAC_L1: value(231),
        UAC_L2: value(232),
        IAC_L1: value(11.5),
        IAC_L3: value(11.6),
      }),
    })
    expect((await device.read()).readings).toEqual([
      {
        sn: '99',
        t: 'inverter',
        st: 'grid',
        m: {
          p: 8000,
          f: 50,
          u: [231, 232],
          i: [11.5, null, 11.6],
          e_tot: 123_456,
          mppt: [
            { n: 1, u: 600, i: 7 },
            { n: 3, u: 0 },
          ],
        },
        raw: { StatusCode: 7, ErrorCode: 0 },
        about: { brand: 'Fronius', model: 'Symo 8.2-3-M', sw: null, ratedW: 8200, mppt: 2, strings: null },
        alarms: [],
        controls: null,
      },
    ])
  })

  it('keeps the sum of three lines apart from the current of one', async () => {
    const said = {
      PAC: value(700),
      UAC: value(230),
      IAC: value(3.1),
      DeviceStatus: { StatusCode: 7, ErrorCode: 0 },
    }
    const { device } = logger({
      ...version,
      ...info({ 1: { DT: 76 }, 2: { DT: 121 }, 3: { DT: 5000 } }),
      [common('1')]: good(said),
      [common('2')]: good(said),
      [common('3')]: good(said),
    })
    const { readings } = await device.read()
    expect(readings.map(({ m, raw }) => [m.u, m.i, raw['UAC'], raw['IAC']])).toEqual([
      [[230], [3.1], undefined, undefined],
      [undefined, undefined, 230, 3.1],
      [undefined, undefined, 230, 3.1],
    ])
  })

  it.each([
    [7, 0, 'grid', []],
    ['Running', 0, 'grid', []],
    [3, 523, 'standby', []],
    [3, 307, 'standby', []],
    [10, 475, 'shutdown', [{ code: 'fronius.475', lvl: 'emergent', ctx: { ErrorCode: 475 } }]],
    [3, 102, 'standby', [{ code: 'fronius.102', lvl: 'important', ctx: { ErrorCode: 102 } }]],
    [7, 999, 'grid', [{ code: 'fronius.999', lvl: 'important', ctx: { ErrorCode: 999 } }]],
    [255, null, null, null],
    [99, -1, null, null],
    ['constructor', 0, null, []],
  ])('makes of status %j with error %j the state %j', async (StatusCode, ErrorCode, st, alarms) => {
    const { device } = logger({
      ...version,
      ...info({ 1: { DT: 121 } }),
      [common('1')]: good({ PAC: value(1), DeviceStatus: { StatusCode, ErrorCode } }),
    })
    expect((await device.read()).readings).toMatchObject([{ st, alarms }])
  })

  it('counts codes of a Gen24 apart: they mean something else', async () => {
    const { device } = logger({
      ...version,
      ...info({ 1: { DT: 1 } }),
      [common('1')]: good({ PAC: value(1), DeviceStatus: { StatusCode: 10, ErrorCode: 103 } }),
    })
    expect((await device.read()).readings[0]?.alarms).toMatchObject([{ code: 'fronius.g103' }])
  })

  it('is asked once for what it lacks, and at night not judged by what sleeps', async () => {
    const { device, asked, pages } = logger({
      ...version,
      ...info({ 1: { DT: 121 } }),
      [common('1')]: good({ TOTAL_ENERGY: value(10), DeviceStatus: { StatusCode: 3, ErrorCode: 523 } }),
      [lines('1')]: answered({ Head: head(255) }),
      [`${V1}GetStorageRealtimeData.cgi?Scope=System`]: answered({ Head: head(255) }),
    })
    const night = await device.read()
    expect(night.readings).toMatchObject([{ st: 'standby', m: { e_tot: 10 } }])
    pages[common('1')] = good({ PAC: value(5), DeviceStatus: { StatusCode: 7 } })
    pages[lines('1')] = good({ UAC_L1: value(230) })
    expect((await device.read()).readings).toMatchObject([{ m: { p: 5, u: [230] } }])
    const times = (part: string) => asked.filter((path) => path.includes(part)).length
    expect(['GetAPIVersion', 'GetStorage', 'GetActiveDevice', '3P', 'Common'].map(times)).toEqual([
      1, 1, 1, 2, 2,
    ])
  })

  it('takes its own serials, and none that says nothing', async () => {
    const said = good({ PAC: value(1) })
    const { device } = logger({
      ...version,
      ...info({ 1: { DT: 121, UniqueID: '16777215' }, 2: { DT: 121, UniqueID: '38183' } }),
      [common('1')]: said,
      [common('2')]: said,
      [`${V1}GetActiveDeviceInfo.cgi?DeviceClass=System`]: good({
        Inverter: { 2: { DT: 121, Serial: '30412345' } },
      }),
    })
    expect((await device.read()).readings.map(({ sn }) => sn)).toEqual([null, '30412345'])
  })

  it('of the older version is asked by index', async () => {
    const { device } = logger({
      '/solar_api/GetInverterInfo.cgi': good({ 4: { DT: 192, UniqueID: '5' } }),
      [common('4', '/solar_api/').replace('DeviceId', 'DeviceIndex')]: good({ PAC: value(9) }),
    })
    expect((await device.read()).readings).toMatchObject([{ sn: '5', m: { p: 9 } }])
  })

  it('is read without the pages that a copy of them leaves out', async () => {
    const meter = { PowerReal_P_Sum: 120, Meter_Location_Current: 0, Enable: 1 }
    const { device } = logger({
      [`${V1}GetPowerFlowRealtimeData.fcgi`]: good({ Inverters: { 2: { DT: 121, P: 300, E_Total: 40 } } }),
      [`${V1}GetMeterRealtimeData.cgi?Scope=Device&DeviceId=0`]: good(meter),
    })
    expect((await device.read()).readings.map(({ t, m }) => [t, m])).toEqual([
      ['inverter', { p: 300, e_tot: 40 }],
      ['meter', { p: 120 }],
    ])
    const alone = logger({ [common('1')]: good({ PAC: value(9) }) })
    expect((await alone.device.read()).readings).toMatchObject([{ t: 'inverter', m: { p: 9 } }])
  })

  it('loses one page and no other where it is broken', async () => {
    const { device } = logger({
      ...version,
      ...info({ 1: { DT: 121 }, 2: { DT: 121 } }),
      [common('1')]: { status: 200, type: null, body: '<html>' },
      [common('2')]: good({ PAC: value(9) }),
      [`${V1}GetPowerFlowRealtimeData.fcgi`]: { status: 200, type: null, body: '{"Body":' },
    })
    expect((await device.read()).readings.map(({ m }) => m)).toEqual([{ p: 9 }])
  })

  it.each([
    [
      { ...version, ...info({ 1: {} }), [common('1')]: { status: 200, type: null, body: '<html>' } },
      'garbled',
    ],
    [{}, 'unrecognised'],
    [{ '/solar_api/GetAPIVersion.cgi': answered({ hello: 'world' }) }, 'unrecognised'],
    [{ ...version, [`${V1}GetInverterInfo.cgi`]: answered({ Head: head(9) }) }, 'garbled'],
    [{ ...version, ...info({ 1: { DT: 1 } }) }, 'unsupported'],
    [{ ...version, [`${V1}GetInverterInfo.cgi`]: answered([1, 'x', null]) }, 'garbled'],
  ])('that answers %j ends with a sentence', async (pages, reason) => {
    await expect(logger(pages).device.read()).rejects.toMatchObject({ reason })
  })
})
