import { afterEach, describe, expect, it } from 'vitest'
import { DeviceError } from '#edge/engine/device-error.ts'
import type { Device } from '#edge/engine/device.ts'
import { readChain } from '#edge/engine/sunspec/walk.ts'
import { openDevice } from '#edge/open-device.ts'
import { captures, pointsOf, type Capture } from './captures.ts'
import { printTable, rowOf, type Row } from './compared.ts'
import { hasData, noData } from './definitions.ts'
import { emulate, hasPymodbus, noPymodbus, stopEmulators, type Blocks, type Served } from './emulator.ts'
import { neverSeen, notGiven } from './given.ts'
import { registerCaptures } from './register-captures.ts'
import { deviceAt } from './registers.ts'
import { solarEdgeCaptures } from './solaredge-captures.ts'

const open: Device[] = []
afterEach(() => {
  for (const device of open.splice(0)) device.close()
  stopEmulators()
})

const manners = { settleMs: 0, gapMs: 0, timeoutMs: 5_000, tries: 2 }
/** Registers that pymodbus serves, behind a socket. */
const served = async (registers: Served, profile: string | null) => {
  const { at } = await emulate(registers, 1)
  const device = openDevice(`modbus-tcp://127.0.0.1:${at}`, { profile, secret: null, manners })
  open.push(device)
  const access = device.registers
  if (access === null) throw new Error('it has no registers')
  return {
    registers: access,
    /** pymodbus says its port before it listens. */
    read: async () => {
      for (;;)
        try {
          return await device.read()
        } catch (error) {
          if (!(error instanceof DeviceError) || error.reason !== 'refused') throw error
        }
    },
  }
}
/** What it says of itself, for people; a chain without any device of a kind is a sentence. */
const reportOf = (device: Awaited<ReturnType<typeof served>>) =>
  device.read().catch((error: unknown) => {
    if (error instanceof DeviceError && error.reason === 'unsupported') return null
    throw error
  })
/** What it says in readings, and each value of its chain. */
const chainBehindSocket = async (capture: Capture, holding: Blocks) => {
  const device = await served({ holding }, null)
  const report = await reportOf(device)
  expect(report === null ? [] : notGiven(report)).toEqual([])
  return { report, points: pointsOf(capture, await readChain(device.registers)) }
}
const can = hasPymodbus && hasData
const why = hasPymodbus ? noData : noPymodbus

describe('captures of SunSpec devices', () => {
  it.each([
    [50_000, 125],
    [0, 125],
    [40_000, 30],
  ])('say what came with them from %i on, in blocks of %i', async (base, longest) => {
    if (!hasData) console.log(noData)
    for (const capture of hasData ? captures() : []) {
      const chain = await readChain(deviceAt(base, capture.words), longest)
      expect(rowOf(capture.file, pointsOf(capture, chain))).toMatchObject({ wrong: 0 })
    }
  })

  it('say what came with them behind a socket', async ({ skip }) => {
    skip(!can, why)
    const rows: Row[] = []
    for (const capture of captures()) {
      const { points } = await chainBehindSocket(capture, { 40000: capture.words })
      rows.push(rowOf(capture.file, points))
    }
    for (const capture of solarEdgeCaptures()) {
      const { report, points } = await chainBehindSocket(capture, capture.blocks)
      expect(report).toMatchObject({ profile: 'sunspec', brand: 'SolarEdge' })
      const battery = report?.readings.find(({ t }) => t === 'battery')
      rows.push(rowOf(capture.file, [...points, ...capture.beside(battery)]))
    }
    printTable('SunSpec', rows)
    // No capture holds a weather station, a combiner, insulation, scaled inputs of 160 or a battery beside them.
    const unseen = [...new Set(neverSeen('sunspec'))].filter((one) => !/^(weather|combiner) /.test(one))
    expect(unseen.toSorted()).toEqual([
      'battery e_chg',
      'battery e_dis',
      'inverter e_pv',
      'inverter mppt',
      'inverter riso',
    ])
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBeGreaterThan(700)
  })

  it('a SolarEdge that charges its battery from the grid makes nothing', async ({ skip }) => {
    skip(!can, why)
    const [charging] = solarEdgeCaptures().filter(({ file }) => file.includes('issue827'))
    const report = await (await served({ holding: charging?.blocks ?? {} }, null)).read()
    const [inverter, ...others] = report.readings
    expect(inverter).toMatchObject({ t: 'inverter', m: { p: -5008, p_dc: -5084, p_pv: 0 } })
    expect(others.map(({ t }) => t)).toEqual(['meter', 'meter', 'meter', 'battery'])
    expect(others.at(-1)).toMatchObject({ sn: null, st: 'normal', m: { p: -5002 } })
  })
})

describe('captures of makers’ own registers', () => {
  it('say what came with them behind a socket', async ({ skip }) => {
    skip(!can, why)
    const rows: Row[] = []
    for (const { file, profile, serve, points } of registerCaptures()) {
      const report = await (await served(serve, profile)).read()
      expect(notGiven(report)).toEqual([])
      rows.push(rowOf(file, points(report)))
    }
    printTable('own registers', rows)
    expect(rows.length).toBe(2)
  })
})
