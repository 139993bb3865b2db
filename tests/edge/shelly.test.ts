import { afterEach, describe, expect, it } from 'vitest'
import { runEdge } from './emulator.ts'
import { notGiven } from './given.ts'
import { hasPython, jsonPage, noPython, otherSide, type OtherSide, type Pages } from './other-side.ts'

const sides: OtherSide[] = []
afterEach(() => {
  for (const side of sides.splice(0)) side.stop()
})
const serve = async (pages: Pages, more: object = {}): Promise<OtherSide> => {
  const side = await otherSide('serve-pages.py', { pages, ...more })
  sides.push(side)
  return side
}
const MAC = 'EC64C9C0FFEE'
const newer = { id: 'shellypro3em-x', mac: MAC, model: 'SPEM-003CEBEU', gen: 2, ver: '1.4.4', app: 'Pro3EM' }
const probed = async (side: OtherSide, secret: string | null = null) => {
  const { code, out, said } = await runEdge(['probe', `shelly://127.0.0.1:${side.port}`], secret)
  expect({ code, said }).toEqual({ code: 0, said: '' })
  const report = JSON.parse(out) as {
    profile: string
    brand: string
    model: string
    readings: { sn: string; st: string | null; m: Record<string, unknown>; t: string }[]
  }
  expect(notGiven(report)).toEqual([])
  return report
}

const line = (phase: string, watts: number) => ({
  [`${phase}_voltage`]: 231.4,
  [`${phase}_current`]: 2.5,
  [`${phase}_act_power`]: watts,
  [`${phase}_aprt_power`]: 580,
  [`${phase}_pf`]: 0.9,
  [`${phase}_freq`]: 50.01,
})
const emeter = (power: number, is_valid = true) => ({
  power,
  pf: 0.9,
  current: 1.5,
  voltage: 230.1,
  is_valid,
  total: 1000.1,
  total_returned: 20.2,
})

/** Names and units: the maker's documentation of EM, EM1, PM1, Switch and of the first generation; the figures are ours. */
describe('probe of a Shelly, which Python plays', () => {
  it('with three lines is one meter, with what was drawn and what was fed in', async ({ skip }) => {
    skip(!hasPython, noPython)
    const em = { id: 0, ...line('a', 100), ...line('b', -900), ...line('c', 50.5), n_current: null }
    const totals = { total_current: 7.5, total_act_power: -749.5, total_aprt_power: 1740 }
    const side = await serve({
      '/shelly': jsonPage(newer),
      '/rpc/Shelly.GetStatus': jsonPage({
        'em:0': { ...em, ...totals },
        'emdata:0': { id: 0, total_act: 1_234_567.89, total_act_ret: 765_432.1 },
        'temperature:0': { id: 0, tC: 41.3 },
        sys: { mac: MAC },
      }),
    })
    expect(await probed(side)).toMatchObject({
      brand: 'Shelly',
      model: 'Pro3EM',
      readings: [
        {
          sn: MAC,
          t: 'meter',
          m: {
            p: -749.5,
            s: 1740,
            f: 50.01,
            u: [231.4, 231.4, 231.4],
            i: [2.5, 2.5, 2.5],
            e_in: 1_234_567.89,
            e_out: 765_432.1,
          },
          raw: { P1: 100, P2: -900, P3: 50.5 },
        },
      ],
    })
  })

  it('with several meters has a serial for each, and what measures nothing is none', async ({ skip }) => {
    skip(!hasPython, noPython)
    const side = await serve(
      {
        '/shelly': jsonPage({ ...newer, app: 'EMG3', auth_en: true }),
        '/rpc/Shelly.GetStatus': jsonPage({
          'em1:0': {
            id: 0,
            current: 2.6,
            voltage: 234.9,
            act_power: 501.8,
            aprt_power: 612.4,
            pf: 0.84,
            freq: 50,
          },
          'em1data:0': { id: 0, total_act_energy: 1000.5, total_act_ret_energy: 0 },
          'em1:1': { id: 1, act_power: null, errors: ['power_meter_failure'] },
          'pm1:0': { id: 0, apower: -12, aenergy: { total: 3 }, ret_aenergy: { total: 900.25 } },
          'switch:0': { id: 0, output: false },
          sys: { mac: MAC },
        }),
      },
      { digest256: ['admin', 'a word'], open: ['/shelly'] },
    )
    const { readings } = await probed(side, 'a word')
    expect(readings.map(({ sn, m }) => [sn, m])).toEqual([
      [`${MAC}.em1.0`, { p: 501.8, s: 612.4, pf: 0.84, f: 50, u: [234.9], i: [2.6], e_in: 1000.5, e_out: 0 }],
      [`${MAC}.pm1.0`, { p: -12, e_in: 3, e_out: 900.25 }],
    ])
    const wrong = await runEdge(['probe', `shelly://127.0.0.1:${side.port}`], 'another')
    expect([wrong.code, wrong.said]).toEqual([
      1,
      expect.stringContaining('without a login, or with this one'),
    ])
  })

  it('of the first generation: a 3EM is one meter, an EM two; a line that is not valid is unknown', async ({
    skip,
  }) => {
    skip(!hasPython, noPython)
    const three = await serve({
      '/shelly': jsonPage({ type: 'SHEM-3', mac: MAC, auth: false, fw: '20230913-114244/v1.14.0' }),
      '/status': jsonPage({ mac: MAC, emeters: [emeter(10.5), emeter(-100), emeter(0.25)], total_power: 0 }),
    })
    expect((await probed(three)).readings).toMatchObject([
      { sn: MAC, m: { p: -89.25, u: [230.1, 230.1, 230.1], e_in: 3000.3, e_out: 60.6 } },
    ])
    const broken = await serve({
      '/shelly': jsonPage({ type: 'SHEM-3', mac: MAC }),
      '/status': jsonPage({ mac: MAC, emeters: [emeter(10), emeter(1, false), emeter(5)] }),
    })
    const failed = await runEdge(['probe', `shelly://127.0.0.1:${broken.port}`])
    expect([failed.code, failed.said]).toEqual([1, expect.stringContaining('measures nothing')])
    const two = await serve({
      '/shelly': jsonPage({ type: 'SHEM', mac: MAC }),
      '/status': jsonPage({ mac: MAC, emeters: [{ ...emeter(300), reactive: 12 }, emeter(-5)], meters: [] }),
    })
    expect((await probed(two)).readings.map(({ sn, m }) => [sn, Object.entries(m)[0]])).toEqual([
      [`${MAC}.emeter.0`, ['p', 300]],
      [`${MAC}.emeter.1`, ['p', -5]],
    ])
  })

  it('is told from a stranger, and from another Shelly that took its address', async ({ skip }) => {
    skip(!hasPython, noPython)
    for (const [pages, says] of [
      [{ '/shelly': jsonPage({ name: 'printer' }) }, 'it is no Shelly'],
      [{ '/': jsonPage({}) }, 'it is no Shelly'],
      [
        { '/shelly': jsonPage(newer), '/rpc/Shelly.GetStatus': jsonPage({ sys: { mac: 'AABBCCDDEEFF' } }) },
        'Another Shelly answers',
      ],
      [
        { '/shelly': jsonPage(newer), '/rpc/Shelly.GetStatus': jsonPage({ 'switch:0': { output: true } }) },
        'measures nothing',
      ],
    ] as const) {
      const side = await serve(pages)
      const { code, said } = await runEdge(['probe', `shelly://127.0.0.1:${side.port}`])
      expect([code, said]).toEqual([1, expect.stringContaining(says)])
    }
  })
})
