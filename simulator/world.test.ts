import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inventory } from '#contract/mqtt/inventory.ts'
import { gatewaySerialPattern } from '#contract/mqtt/topics.ts'
import { sunAt } from '#domain/stations/sun.ts'
import { findModel } from '#domain/devices/models.ts'
import { stationName } from '#domain/stations/fields.ts'
import { ownDevices } from './firmware-devices.ts'
import { simulateDevices } from './simulated-station.ts'
import { installedW, invertersOf } from './station-spec.ts'
import { world } from './world.ts'

const inverters = world.flatMap(invertersOf)
const strings = inverters.flatMap((one) => one.strings)
const optimizers = strings.flatMap((one) => one.optimizers ?? [])
const shutdowns = strings.flatMap((one) => one.shutdowns ?? [])
const gateways = world.flatMap((one) => one.gateways)
const weather = gateways.flatMap((one) => one.weather ?? [])

describe('the demonstration world', () => {
  it('has at least four stations in daylight at every hour of UTC, all year', () => {
    const poor: string[] = []
    for (let ts = Date.UTC(2026, 0, 1); ts < Date.UTC(2027, 0, 1); ts += 3_600_000) {
      const lit = world.filter((station) => sunAt(ts, station).elevationDeg > 0).length
      if (lit < 4) poor.push(`${new Date(ts).toISOString()} ${lit}`)
    }
    expect(poor).toEqual([])
  })

  it('is as large as it says', () => {
    expect([world.length, gateways.length, inverters.length]).toEqual([15, 16, 42])
    expect(optimizers.length).toBe(398)
    expect(shutdowns.length).toBe(56)
    expect(weather.length).toBe(1)
  })

  it('has names and serial numbers that the rules take, each once', () => {
    for (const { name } of world) expect(z.safeParse(stationName, name).success).toBe(true)
    for (const { sn } of gateways) expect(sn).toMatch(gatewaySerialPattern)
    const serials = [...inverters, ...optimizers, ...shutdowns, ...weather].map(({ sn }) => sn)
    for (const sn of serials)
      expect(sn).toMatch(/^(\d{12}|(?=[A-Z0-9-]*[A-Z])(?=[A-Z0-9-]*\d)[A-Z0-9-]{6,32})$/)
    expect(new Set([...serials, ...gateways.map(({ sn }) => sn)]).size).toBe(serials.length + gateways.length)
  })

  it('is made by whom the list of models says, so that firmware of that make fits', () => {
    const wrong = world.flatMap((station) => {
      const devices = simulateDevices(station, { counters: { ts: 0, wh: {} } })
      return station.gateways.flatMap((gateway) =>
        ownDevices(gateway, devices.inventory(gateway.sn)).filter(({ component, model, vendor }) => {
          const listed = findModel(component, model)
          return listed === null || listed.brand !== vendor
        }),
      )
    })
    expect(wrong).toEqual([])
  })

  it('has sound strings: parts cover them, trackers exist, modules fit the inverter', () => {
    for (const inverter of inverters)
      for (const string of inverter.strings) {
        expect(string.mppt).toBeLessThanOrEqual(inverter.mppts)
        const covered = (string.optimizers ?? []).reduce((sum, part) => sum + part.modules, 0)
        expect([0, string.modules]).toContain(covered)
      }
    for (const station of world) {
      const ratio = installedW(station) / invertersOf(station).reduce((sum, one) => sum + one.ratedW, 0)
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.4)
    }
  })

  it('is plain data, and its inventories keep the contract', () => {
    expect(JSON.parse(JSON.stringify(world))).toEqual(world)
    for (const station of world) {
      const devices = simulateDevices(station, { counters: { ts: 0, wh: {} } })
      for (const { sn } of station.gateways)
        expect(
          z.safeParse(inventory, { v: 1, boot: 'test', rev: 1, devices: devices.inventory(sn) }).error,
        ).toBeUndefined()
    }
  })
})
