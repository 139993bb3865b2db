import { afterEach, describe, expect, it } from 'vitest'
import { runEdge } from './emulator.ts'
import { hasPython, jsonPage, noPython, otherSide } from './other-side.ts'

const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})

describe('probe of an OpenDTU that Python serves', () => {
  it('prints what its web interface says', async ({ skip }) => {
    skip(!hasPython, noPython)
    const inverter = {
      serial: '114190641177',
      data_age: 2,
      reachable: true,
      producing: true,
      AC: { 0: { Power: { v: 412.5, u: 'W', d: 1 }, YieldTotal: { v: 1234.567, u: 'kWh', d: 3 } } },
      DC: { 0: { Power: { v: 430, u: 'W', d: 1 } } },
    }
    const { AC: _ac, DC: _dc, ...head } = inverter
    const dtu = await otherSide('serve-pages.py', {
      pages: {
        '/api/livedata/status': jsonPage({ inverters: [head] }),
        '/api/livedata/status?inv=114190641177': jsonPage({ inverters: [inverter] }),
      },
    })
    running.push(dtu.stop)
    const { code, out, said } = await runEdge(['probe', `opendtu://127.0.0.1:${dtu.port}`])
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(JSON.parse(out)).toMatchObject({
      profile: 'opendtu',
      brand: 'Hoymiles',
      readings: [
        { sn: '114190641177', st: 'grid', m: { p: 412.5, e_tot: 1_234_567, mppt: [{ n: 1, p: 430 }] } },
      ],
    })
  })
})
