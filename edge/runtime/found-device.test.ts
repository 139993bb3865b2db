import { describe, expect, it } from 'vitest'
import { playedReading, playedReport } from '#tests/edge/played-device.ts'
import { foundDevice } from './found-device.ts'

const powers = (...readings: Parameters<typeof playedReport>) =>
  foundDevice('modbus-tcp://192.168.1.20', playedReport(...readings)).devices.map(({ p }) => p)

describe('the power of what a search found', () => {
  it('of a hybrid is what its modules give: at night its battery feeds out, which it does not make', () => {
    expect(powers(playedReading({ m: { p: 1650, p_pv: 0 } }))).toEqual([0])
    expect(powers(playedReading({ m: { p: -2_000, p_pv: 3_000 } }))).toEqual([3_000])
  })

  it('is nothing below 0 of what makes power, and goes both ways of a meter and a battery', () => {
    expect(powers(playedReading({ m: { p: -2 } }))).toEqual([0])
    const both = (['meter', 'battery'] as const).map((t) => playedReading({ t, m: { p: -800 } }))
    expect(powers(...both)).toEqual([-800, -800])
  })

  it('is unknown where it was not said', () => {
    expect(powers(playedReading({ m: {} }))).toEqual([null])
  })
})
