import * as z from 'zod/mini'
import { givesPower, type PowerKind } from '../devices/kinds.ts'
import type { Analysis } from './analysis.ts'
import { type Kept, type Memory, memoryKind } from './memory.ts'
import { ableW, type RuleDevice, type RuleReading, type StationWindow } from './station-window.ts'

/**
 * What somebody switched off on purpose is no fault. It counts as off from the reading that proved the command until
 * a later command, or until it is seen running: what was started on the spot and stops again has stopped by itself.
 */

/** Reports after the proof that may still tell of the time before. No source: chosen. */
const SETTLING = 2
/** What flows for certain, beyond what the device's own measuring can be wrong by. No source: chosen. */
const FLOWS_SHARE = 0.02
const FLOWS_W: Record<PowerKind, number> = { inverter: 50, optimizer: 5 }
/** An inverter is off, too, when at least this share of its modules' switches was opened on purpose. No source: chosen. */
const OPENED = 0.5
/** When it was seen running after a command had switched it off. */
export const ranSince = memoryKind('ran_since', z.strictObject({ at: z.number() }))

const runs = (device: RuleDevice, { p, closed }: RuleReading): boolean => {
  const { kind } = device
  if (kind === 'shutdown') return closed === true
  if (!givesPower(kind)) return false
  return p !== null && p > Math.max(FLOWS_W[kind], FLOWS_SHARE * (ableW(device) ?? 0))
}

const ranAt = (device: RuleDevice, { reportMin }: StationWindow, off: number): number | null =>
  device.readings.findLast(
    (reading) => reading.ts > off + SETTLING * reportMin * 60_000 && runs(device, reading),
  )?.ts ?? null

/**
 * The window with those that are off now (`offSince`), and when one was seen running that a command says is off: to
 * be remembered, the window forgets it within the hour.
 */
export const switchedOff = (
  window: StationWindow,
  memory: Memory,
): { window: StationWindow; kept: Kept[] } => {
  if (window.devices.every(({ offSince }) => offSince === null)) return { window, kept: [] }
  const ran = new Map<string, { at: number }>()
  const devices = window.devices.map((device) => {
    if (device.offSince === null) return device
    if ((ranSince.of(memory, device.id)?.at ?? 0) > device.offSince) return { ...device, offSince: null }
    const at = ranAt(device, window, device.offSince)
    if (at === null) return device
    ran.set(device.id, { at })
    return { ...device, offSince: null }
  })
  const switches = Map.groupBy(
    devices.filter(({ kind }) => kind === 'shutdown'),
    ({ parentId }) => parentId,
  )
  return {
    kept: ranSince.keep(ran),
    window: {
      ...window,
      devices: devices.map((device) => {
        const own = switches.get(device.id)
        if (device.kind !== 'inverter' || device.offSince !== null || own === undefined) return device
        const opened = own.flatMap(({ offSince }) => (offSince === null ? [] : [offSince]))
        return opened.length < OPENED * own.length ? device : { ...device, offSince: Math.min(...opened) }
      }),
    },
  }
}

/** What rules see as off. It comes first, whichever of them run. */
export const switchedOffAnalysis: Analysis = {
  id: 'switched_off',
  needs: { step: 'minutes', readings: ['p', 'closed'] },
  prepare: switchedOff,
}

/** Devices that are off, and what hangs on an inverter that is. */
export const offNow = ({ devices }: StationWindow): ReadonlySet<string> => {
  const off = new Set(devices.flatMap(({ id, offSince }) => (offSince === null ? [] : [id])))
  if (off.size > 0)
    for (const { id, kind, parentId } of devices)
      if (kind !== 'inverter' && parentId !== null && off.has(parentId)) off.add(id)
  return off
}

/** Numbers of the strings that have a module switched off, by inverter; null among them = nobody entered which. */
export const stringsPartlyOff = ({
  devices,
}: StationWindow): ReadonlyMap<string | null, ReadonlySet<number | null>> => {
  const parts = devices.filter(({ offSince, parentId }) => offSince !== null && parentId !== null)
  return new Map(
    [...Map.groupBy(parts, ({ parentId }) => parentId)].map(([id, found]) => [
      id,
      new Set(found.map(({ stringNo }) => stringNo)),
    ]),
  )
}
