import { afterEach, describe, expect, it } from 'vitest'
import type { DeviceReport } from '#edge/engine/reading.ts'
import { captures } from './captures.ts'
import { hasData, noData } from './definitions.ts'
import {
  emulate,
  hasPymodbus,
  noPymodbus,
  runEdge,
  stopEmulators,
  whenServed,
  type Blocks,
} from './emulator.ts'

afterEach(stopEmulators)
const serve = async (holding: Blocks, unit: number): Promise<string> => {
  const url = `modbus-tcp://127.0.0.1:${(await emulate({ holding }, unit)).at}?unit=${unit}`
  await whenServed(url)
  return url
}
const wordsOf = (file: string): number[] => captures().find((one) => one.file.endsWith(file))?.words ?? []
const report = async (url: string): Promise<DeviceReport> => {
  const { code, out, said } = await runEdge(['probe', url, '--profile', 'sunspec'])
  expect(said).toBe('')
  expect(code).toBe(0)
  expect(out.trimEnd().split('\n').length).toBe(1)
  return JSON.parse(out) as DeviceReport
}

const why = hasPymodbus ? noData : noPymodbus
const can = hasPymodbus && hasData

describe('probe of a device that pymodbus serves', () => {
  it('prints the reading of a SolarEdge', async ({ skip }) => {
    skip(!can, why)
    const url = await serve({ 40000: wordsOf('solaredge-se5000h-rws.json') }, 1)
    expect(await report(url)).toEqual({
      profile: 'sunspec',
      brand: 'SolarEdge',
      model: 'SE5000H-RWS00BNO4',
      readings: [
        {
          sn: '00000000',
          t: 'inverter',
          st: 'grid',
          m: {
            p: 1395,
            q: -94.42,
            s: 1398.2,
            pf: -0.9977,
            f: 49.987,
            u: [235.7],
            i: [5.92],
            t: 41.69,
            p_dc: 1416.3,
            e_tot: 14_676_442,
          },
          raw: {
            St: 4,
            StVnd: 0,
            EvtVnd1: 0,
            EvtVnd4: 0,
            A: 5.92,
            DCA: 3.45,
            DCV: 410.5,
            TmpSnk: 41.69,
          },
        },
      ],
    })
  })

  it('reads floats, another base and another unit', async ({ skip }) => {
    skip(!can, why)
    const { readings } = await report(await serve({ 0: wordsOf('fronius-symo-hybrid-5.json') }, 71))
    expect(readings.map(({ sn, st, m }) => ({ sn, st, p: m.p, e: m.e_tot }))).toEqual([
      { sn: null, st: 'grid', p: 297, e: 40_061_108 },
    ])
    const later = await report(await serve({ 50000: wordsOf('solaredge-se15k.json') }, 2))
    expect(later.readings[0]?.m).toMatchObject({ p: 8632, q: -7305, u: [242.7, 243.6, 242.2] })
  })

  it('reads model 701 and the inputs of 160', async ({ skip }) => {
    skip(!can, why)
    const url = await serve({ 40000: wordsOf('ha-sunspec/inverter.json') }, 1)
    const { brand, readings } = await report(url)
    expect(brand).toBe('SunSpecTest')
    expect(readings.map(({ sn, st, m }) => ({ sn, st, p: m.p }))).toEqual([
      { sn: 'sn-123456789', st: null, p: 9800 },
      { sn: null, st: 'shutdown', p: 9700 },
    ])
  })

  it('reads a meter alone', async ({ skip }) => {
    skip(!can, why)
    const { readings } = await report(await serve({ 40000: wordsOf('meter-203-part.json') }, 1))
    expect(readings).toMatchObject([
      { sn: null, t: 'meter', st: null, m: { p: -91, f: 49.99, u: [234.48, 237.63, 231.48] } },
    ])
  })

  it('says in words what it cannot read', async ({ skip }) => {
    skip(!can, why)
    const curves = await runEdge(['probe', await serve({ 40000: wordsOf('inverter_123.json') }, 1)])
    expect(curves).toMatchObject({ code: 1, out: '' })
    expect(curves.said).toMatch(/SunSpec models 1, 129: among them is no inverter/)
    const plain = await runEdge(['probe', await serve({ 40000: [1, 2, 3, 4] }, 1)])
    expect(plain).toMatchObject({ code: 1, out: '' })
    expect(plain.said).toMatch(
      /speaks no SunSpec, and its registers are those of no family that is known here/,
    )
  })
})

describe('probe', () => {
  it.each([
    [['probe', 'roof://192.168.1.2'], /no scheme "roof".*there are: modbus-tcp/],
    [['probe', 'roof'], /is no address/],
    [['probe', 'modbus-tcp://me:secret@192.168.1.2'], /a secret is given beside it/],
    [['probe', 'modbus-tcp://192.168.1.2?unit=300'], /whole number from 0 to 255/],
    [['probe', 'modbus-tcp://192.168.1.2?baud=9600'], /no setting "baud"/],
    [
      ['probe', 'modbus-tcp://192.168.1.2', '--profile', 'x'],
      /no profile "x" of modbus-tcp; there are: sunspec/,
    ],
    [['probe', 'modbus-tcp://127.0.0.1:1'], /refuses the connection/],
  ])('%j ends with a sentence and exit code 1', async (args, sentence) => {
    const { code, out, said } = await runEdge(args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(said).toMatch(sentence)
    expect(said.trim().split('\n').length).toBe(1)
  })

  it('says how it is called when it is called otherwise', async () => {
    expect(await runEdge(['look'])).toMatchObject({
      code: 1,
      out: '',
      said: expect.stringMatching(/^Say/) as string,
    })
  })
})
