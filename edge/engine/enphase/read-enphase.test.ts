import { afterEach, describe, expect, it, vi } from 'vitest'
import { DeviceError } from '../device-error.ts'
import type { WebAnswer, WebLogin } from '../web.ts'
import { EnphaseGateway } from './read-enphase.ts'

afterEach(() => void vi.restoreAllMocks())
const answered = (value: unknown): WebAnswer => ({ status: 200, type: null, body: JSON.stringify(value) })
const infoOf = (software: string, more = ''): WebAnswer => ({
  status: 200,
  type: 'text/xml',
  body: `<envoy_info><device><sn>122233344455</sn><software>${software}</software></device>${more}</envoy_info>`,
})
const AT_S = 1_780_000_000

/** A gateway in memory; `how` = how it was connected to, `asked` = the pages of the last connection. */
const gateway = (
  pages: Record<string, WebAnswer>,
  { secret = null as string | null, plain = false } = {},
) => {
  const how: { isSecure: boolean; login: WebLogin | null }[] = []
  const asked: string[] = []
  const device = new EnphaseGateway((wanted) => {
    how.push(wanted)
    return {
      get: (path) => {
        if (plain && wanted.isSecure) return Promise.reject(new DeviceError('refused', 'nobody there'))
        asked.push(path)
        return Promise.resolve(pages[path] ?? { status: 404, type: null, body: '' })
      },
      close: () => undefined,
    }
  }, secret)
  return { device, how, asked }
}

const module = (sn: string, channels: unknown[], more = {}) => ({
  devName: 'pcu',
  sn,
  active: true,
  modGone: false,
  channels,
  ...more,
})
const channel = (watts: number, more = {}, endDate = AT_S) => ({
  watts: { now: watts },
  wattHours: { today: 500 },
  lastReading: {
    endDate,
    acVoltageINmV: 240_500,
    acFrequencyINmHz: 59_990,
    dcVoltageINmV: 32_100,
    dcCurrentINmA: 4_200,
    acCurrentInmA: 560,
    channelTemp: 41,
    flags: 0,
    ...more,
  },
  lifetime: { joulesProduced: 3_600_000 },
})
const line = (voltage: number) => ({ voltage, current: 2 })
const details = (modules: Record<string, unknown>, deviceCount = 2) => ({
  '/ivp/pdm/device_data': answered({ deviceCount, deviceDataLimit: 50, ...modules }),
})

describe('a gateway of Enphase', () => {
  it('of newer firmware gives its modules in detail, at the time of their report, for a token over TLS', async () => {
    const { device, how } = gateway(
      {
        '/info': infoOf('D8.3.5000', '<web-tokens>true</web-tokens>'),
        ...details({ 1: module('4811', [channel(130)]) }),
      },
      { secret: 'token' },
    )
    expect(await device.read()).toEqual({
      profile: 'enphase',
      brand: 'Enphase',
      model: 'IQ Gateway',
      readings: [
        {
          sn: '4811',
          t: 'inverter',
          ts: AT_S * 1000,
          st: null,
          m: {
            p: 130,
            f: 59.99,
            u: [240.5],
            i: [0.56],
            t: 41,
            e_tot: 1000,
            mppt: [{ n: 1, u: 32.1, i: 4.2 }],
          },
          raw: { flags: 0, wattHoursToday: 500 },
          about: { brand: 'Enphase', model: null, sw: null, ratedW: null, mppt: null, strings: null },
          alarms: null,
          controls: null,
        },
      ],
    })
    expect(how).toEqual([
      { isSecure: true, login: null },
      { isSecure: true, login: { kind: 'bearer', token: 'token' } },
    ])
  })

  it('makes no reading of what it has lost, and none of what never reported', async () => {
    const { device } = gateway(
      {
        '/info': infoOf('D8.3.5000'),
        ...details({
          1: module('1', [channel(130)], { modGone: true, active: false }),
          2: module('2', [{ watts: { now: 0 }, lastReading: {}, lifetime: {} }]),
          3: module('3', [channel(130, {}, 0)]),
          4: module('4', [channel(7)], { devName: 'eim' }),
          5: module('5', [channel(187, { acCurrentInmA: 0 })]),
          6: module('6', [channel(0, { acCurrentInmA: 0 })]),
          7: module('7', [channel(100), channel(90)]),
        }),
      },
      { secret: 'token' },
    )
    expect(
      (await device.read()).readings.map(({ sn, m }) => [sn, m.p, m.i, m.e_tot, m.mppt?.length]),
    ).toEqual([
      ['5', 187, undefined, 1000, 1],
      ['6', 0, [0], 1000, 1],
      ['7', 190, [1.12], 2000, 2],
    ])
  })

  it('with more modules than it details counts energy by its own counter', async () => {
    const reported = [
      { serialNumber: '1', lastReportDate: AT_S, lastReportWatts: 20, maxReportWatts: 290 },
      { serialNumber: '2', lastReportDate: AT_S - 900, lastReportWatts: 30 },
      { serialNumber: '3', lastReportDate: 0, lastReportWatts: 30 },
    ]
    const { device } = gateway(
      {
        '/info': infoOf('D8.3.5000'),
        ...details({ 1: module('1', [channel(20)]) }, 50),
        '/api/v1/production/inverters': answered(reported),
        '/api/v1/production': answered({ wattHoursLifetime: 77_000, wattsNow: 50 }),
      },
      { secret: 'token' },
    )
    expect((await device.read()).readings.map(({ sn, ts, m }) => [sn, ts, m.p, m.e_tot])).toEqual([
      ['1', AT_S * 1000, 20, null],
      ['2', (AT_S - 900) * 1000, 30, undefined],
      ['122233344455', undefined, undefined, 77_000],
    ])
  })

  it('of older firmware is read without TLS, by digest with the end of its serial', async () => {
    const pages = {
      '/info': infoOf('R4.10.35'),
      '/api/v1/production/inverters': answered([
        { serialNumber: '1', lastReportDate: AT_S, lastReportWatts: 20 },
      ]),
    }
    const { device, how } = gateway(pages, { plain: true })
    expect((await device.read()).readings).toMatchObject([{ sn: '1', m: { p: 20 } }])
    expect(how.at(-1)).toEqual({
      isSecure: false,
      login: { kind: 'digest', user: 'envoy', password: '344455' },
    })
    const changed = gateway(pages, { plain: true, secret: 'mine' })
    await changed.device.read()
    expect(changed.how.at(-1)?.login).toMatchObject({ password: 'mine' })
  })

  it('tells the meter at the grid, in lines, and not the one of production', async () => {
    const { device } = gateway(
      {
        '/info': infoOf('D7.6.175'),
        '/ivp/meters': answered([
          { eid: 1, state: 'enabled', measurementType: 'production', phaseCount: 3 },
          {
            eid: 2,
            state: 'enabled',
            measurementType: 'net-consumption',
            phaseCount: 2,
            meteringStatus: 'normal',
          },
        ]),
        '/ivp/meters/readings': answered([
          { eid: 1, timestamp: AT_S, activePower: 5 },
          {
            eid: 2,
            timestamp: AT_S,
            activePower: -1200.5,
            reactivePower: 3,
            pwrFactor: -0.9,
            actEnergyDlvd: 10,
            actEnergyRcvd: 20,
            channels: [line(120), line(121), line(0)],
          },
        ]),
      },
      { secret: 'token' },
    )
    expect((await device.read()).readings).toMatchObject([
      {
        sn: '122233344455EIM2',
        t: 'meter',
        ts: AT_S * 1000,
        m: { p: -1200.5, q: 3, pf: -0.9, u: [120, 121], i: [2, 2], e_in: 10, e_out: 20 },
      },
    ])
  })

  it('tells what batteries give now, or what they said last and when', async () => {
    const battery = (serial_num: string, more = {}) => ({
      serial_num,
      last_rpt_date: AT_S,
      percentFull: 40,
      temperature: 20,
      communicating: true,
      ...more,
    })
    const { device } = gateway(
      {
        '/info': infoOf('D8.2.127'),
        '/ivp/ensemble/inventory': answered([
          { type: 'ENCHARGE', devices: [battery('a'), battery('b'), battery('c', { communicating: false })] },
          { type: 'ENPOWER', devices: [battery('d')] },
        ]),
        '/ivp/ensemble/power': answered({
          'devices:': [{ serial_num: 'a', real_power_mw: -136_000, soc: 21 }],
        }),
      },
      { secret: 'token' },
    )
    expect((await device.read()).readings.map(({ sn, t, ts, m }) => [sn, t, ts, m])).toEqual([
      ['a', 'battery', undefined, { p: -136, soc: 21 }],
      ['b', 'battery', AT_S * 1000, { soc: 40, t: 20 }],
    ])
  })

  it('is asked once for what it lacks, and rarely for its modules', async () => {
    const { device, asked } = gateway(
      {
        '/info': infoOf('D7.6.175'),
        '/ivp/meters': answered([]),
        '/ivp/ensemble/inventory': answered({ error: '404 - Not Found' }),
        '/api/v1/production/inverters': answered([
          { serialNumber: '1', lastReportDate: AT_S, lastReportWatts: 2 },
        ]),
        '/api/v1/production': answered({ wattHoursLifetime: 5 }),
      },
      { secret: 'token' },
    )
    await device.read()
    asked.length = 0
    await device.read()
    expect(asked).toEqual(['/api/v1/production'])
  })

  const refused: WebAnswer = { status: 401, type: null, body: '' }
  const modules = answered([{ serialNumber: '1', lastReportDate: AT_S, lastReportWatts: 20 }])

  it('is read without a token where nobody asks for one, also without TLS', async () => {
    const pages = { '/info': infoOf('D8.2.127'), '/api/v1/production/inverters': modules }
    for (const how of [{}, { plain: true }, { plain: true, secret: 'token' }]) {
      const read = gateway(pages, how)
      expect((await read.device.read()).readings).toMatchObject([{ sn: '1', m: { p: 20 } }])
      expect(read.how.at(-1)?.login).toBeNull()
    }
  })

  it('loses one page and no other where it refuses it, or writes something else', async () => {
    const { device } = gateway({
      '/info': infoOf('R3.8.10'),
      '/api/v1/production/inverters': modules,
      '/ivp/meters': { status: 200, type: 'text/plain', body: 'Error: 401' },
      '/ivp/ensemble/inventory': refused,
    })
    expect((await device.read()).readings).toMatchObject([{ sn: '1' }])
  })

  it('tells its own power only where no module says any', async () => {
    const production = answered({ wattHoursLifetime: 5, wattsNow: 300 })
    const pages = { '/info': infoOf('R3.9.36'), '/api/v1/production': production }
    const alone = await gateway({ ...pages, '/api/v1/production/inverters': refused }).device.read()
    expect(alone.readings.map(({ m }) => m)).toEqual([{ p: 300, e_tot: 5 }])
    const both = await gateway({ ...pages, '/api/v1/production/inverters': modules }).device.read()
    expect(both.readings.map(({ m }) => m)).toEqual([{ p: 20 }, { e_tot: 5 }])
  })

  it('does not count the site beside its modules when their page fails once', async () => {
    const pages: Record<string, WebAnswer> = {
      '/info': infoOf('D8.3.5000'),
      ...details({ 1: module('4811', [channel(130)]) }),
      '/api/v1/production': answered({ wattHoursLifetime: 5 }),
    }
    const { device } = gateway(pages, { secret: 'token' })
    await device.read()
    pages['/ivp/pdm/device_data'] = { status: 200, type: null, body: 'busy' }
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
    await expect(device.read()).rejects.toMatchObject({ reason: 'garbled' })
  })

  it.each([
    [{ '/info': infoOf('D8.2.127'), '/api/v1/production': refused }, null, 'login', /wants a token: /],
    [{ '/info': infoOf('D8.2.127'), '/api/v1/production': refused }, 'token', 'login', /lets nobody see/],
    [
      { '/info': infoOf('D8.2.127'), '/api/v1/production': { ...refused, status: 503 } },
      null,
      'garbled',
      /status 503/,
    ],
    [
      { '/info': { status: 200, type: null, body: '<html>' } },
      'token',
      'unrecognised',
      /no gateway of Enphase/,
    ],
    [{}, 'token', 'unrecognised', /no gateway of Enphase/],
    [{ '/info': infoOf('D8.2.127') }, 'token', 'unsupported', /nothing behind it/],
  ])('that answers %j with the secret %j ends with a sentence', async (pages, secret, reason, sentence) => {
    const error = await gateway(pages as Record<string, WebAnswer>, { secret })
      .device.read()
      .catch((one: unknown) => one)
    expect(error).toMatchObject({ reason })
    expect(String(error)).toMatch(sentence)
  })
})
