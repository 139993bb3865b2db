import { invertersOf } from '../station-spec.ts'
import type { SimulatedStation } from '../simulated-station.ts'
import { emulatedInverter } from './emulated-inverter.ts'
import { type ModbusHost, serveModbus } from './modbus-host.ts'

const LOOPBACK = '127.0.0.1'

/** Devices on a network, for an edge to find and to read. */
export type EmulatedNetwork = {
  /** Settles when each port is open, or was taken by something else, which `log` is told. */
  started: Promise<void>
  stop(): Promise<void>
}

/** Serves the inverters of edges over Modbus TCP. Throws for an inverter that its station does not have. */
export const emulateNetwork = (
  edges: readonly { sn: string; station: string }[],
  stations: ReadonlyMap<string, SimulatedStation>,
  now: () => number,
  log: (line: string) => void,
): EmulatedNetwork => {
  const places = edges.flatMap(({ sn, station: key }) => {
    const station = stations.get(key)
    const network = station?.spec.gateways.find((one) => one.sn === sn)?.network ?? []
    return station ? network.map((place) => ({ station, ...place })) : []
  })
  const byPort = Map.groupBy(places, ({ port }) => port)
  const open = async (port: number): Promise<ModbusHost[]> => {
    const units = (byPort.get(port) ?? []).map(({ station, sn, unit }) => {
      const inverter = invertersOf(station.spec).find((one) => one.sn === sn)
      if (!inverter) throw new Error(`${station.spec.key} has no inverter ${sn}`)
      return emulatedInverter(station, inverter, unit, now)
    })
    try {
      return [await serveModbus(LOOPBACK, port, units)]
    } catch (error) {
      log(`port ${port}: ${String(error)}`)
      return []
    }
  }
  const hosts = Promise.all([...byPort.keys()].map(open))
  return {
    started: hosts.then(() => undefined),
    async stop() {
      await Promise.all((await hosts).flat().map((host) => host.close()))
    },
  }
}
