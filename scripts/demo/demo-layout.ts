import { randomUUID } from 'node:crypto'
import { layOut, type Plane } from '#simulator/layout.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { assignDevices } from '#server/features/arrays/assign-devices.ts'
import { stringsOfStation } from '#server/features/arrays/array-store.ts'
import { addArea } from '#server/features/arrays/change-areas.ts'
import type { Caller } from '#server/features/accounts/who.ts'
import type { DeviceNow } from '#server/features/devices/device-store.ts'
import { placesOfStation } from '#server/features/devices/place-store.ts'
import type { Context } from '#server/context.ts'

/** Strings that lie side by side in one plane. */
type Field = { name: string; plane: Plane; strings: { inverterId: string; no: number }[] }

const sides = {
  CN: ['北屋面', '东屋面', '南屋面', '西屋面'],
  other: ['North roof', 'East roof', 'South roof', 'West roof'],
} as const

/** One for each inverter that has optimizers; of a roof that looks several ways one for each side. */
const fieldsOf = (devices: readonly DeviceNow[], spec: StationSpec): Field[] => {
  const inChina = spec.country === 'CN'
  const { planes, strings, inverters } = layOut(spec)
  const fields = new Map<string, Field>()
  for (const [at, unit] of inverters.entries()) {
    const inverter = devices.find(({ kind, sn }) => kind === 'inverter' && sn === unit.spec.sn)
    for (const string of strings.filter((one) => one.inverter === at && one.optimizers.length > 0)) {
      const plane = planes[string.plane]
      if (inverter === undefined || plane === undefined) continue
      const several = planes.length > 1
      const key = several ? `${plane.tiltDeg} ${plane.azimuthDeg}` : inverter.id
      const side = sides[inChina ? 'CN' : 'other'][Math.round(plane.azimuthDeg / 90) % 4] ?? ''
      const numbered = inChina ? `屋面 ${fields.size + 1}` : `Roof ${fields.size + 1}`
      const field = fields.get(key) ?? { name: several ? side : numbered, plane, strings: [] }
      field.strings.push({ inverterId: inverter.id, no: string.spec.n })
      fields.set(key, field)
    }
  }
  return [...fields.values()]
}

/** The modules as they lie on the roof: an area for each field, a row for each of its strings, and a column for each position. */
export const layOutModules = async (
  context: Context,
  caller: Caller,
  stationId: string,
  devices: readonly DeviceNow[],
  spec: StationSpec,
): Promise<void> => {
  const strings = await stringsOfStation(context.db, stationId)
  const places = await placesOfStation(context.db, stationId)
  const placeOf = new Map(places.map((place) => [place.deviceId, place]))
  let y = 0
  for (const { name, plane, strings: own } of fieldsOf(devices, spec)) {
    const changes = own.flatMap(({ inverterId, no }, at) => {
      const string = strings.find((one) => one.inverterId === inverterId && one.no === no)
      return devices.flatMap((one) => {
        const place = placeOf.get(one.id)
        return one.kind === 'optimizer' && string !== undefined && place?.stringId === string.id
          ? [{ one, string, place, row: at + 1 }]
          : []
      })
    })
    if (changes.length === 0) continue
    const rows = own.length
    const cols = Math.max(...changes.map(({ place }) => place.position ?? 1))
    const areaId = randomUUID()
    await addArea(context, caller, {
      id: areaId,
      stationId,
      input: { name, rows, cols, portrait: true, ...plane, x: 0, y },
    })
    const { applied } = await assignDevices(context, caller, {
      stationId,
      keepOthers: false,
      changes: changes.map(({ one, string, place, row }) => ({
        deviceId: one.id,
        stringId: string.id,
        position: place.position,
        areaId,
        row,
        col: place.position,
        modules: place.modules,
        moduleW: spec.module.ratedW * place.modules,
      })),
    })
    if (!applied) throw new Error(`${spec.key}: the modules could not be laid out`)
    y += rows * 2 + 2
  }
}
