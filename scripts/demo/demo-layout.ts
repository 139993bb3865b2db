import { randomUUID } from 'node:crypto'
import type { StationSpec } from '#simulator/station-spec.ts'
import { assignDevices } from '#server/features/arrays/assign-devices.ts'
import { stringsOfStation } from '#server/features/arrays/array-store.ts'
import { addArea } from '#server/features/arrays/change-areas.ts'
import type { Caller } from '#server/features/accounts/who.ts'
import type { DeviceNow } from '#server/features/devices/device-store.ts'
import { placesOfStation } from '#server/features/devices/place-store.ts'
import type { Context } from '#server/context.ts'

/**
 * The modules as they lie on the roof: an area for each inverter that has optimizers, a row for each of its strings,
 * and a column for each position.
 */
export const layOutModules = async (
  context: Context,
  caller: Caller,
  stationId: string,
  devices: readonly DeviceNow[],
  spec: StationSpec,
): Promise<void> => {
  const strings = await stringsOfStation(context.db, stationId)
  const places = await placesOfStation(context.db, stationId)
  let y = 0
  for (const [no, inverter] of devices.filter(({ kind }) => kind === 'inverter').entries()) {
    const modules = devices.filter(
      (one) => one.kind === 'optimizer' && one.parent_id === inverter.id && one.string_no !== null,
    )
    if (modules.length === 0) continue
    const rows = Math.max(...modules.map((one) => one.string_no ?? 1))
    const cols = Math.max(...modules.map((one) => one.position ?? 1))
    const areaId = randomUUID()
    const plane = { portrait: true, tiltDeg: spec.tiltDeg, azimuthDeg: spec.azimuthDeg, x: 0, y }
    const name = spec.country === 'CN' ? `屋面 ${no + 1}` : `Roof ${no + 1}`
    await addArea(context, caller, { id: areaId, stationId, input: { name, rows, cols, ...plane } })
    const { applied } = await assignDevices(context, caller, {
      stationId,
      keepOthers: false,
      changes: modules.flatMap((one) => {
        const place = places.find(({ deviceId }) => deviceId === one.id)
        const string = strings.find(({ id }) => id === place?.stringId)
        return place && string
          ? [
              {
                deviceId: one.id,
                stringId: string.id,
                position: place.position,
                areaId,
                row: string.no,
                col: place.position,
                modules: place.modules,
                moduleW: spec.module.ratedW * place.modules,
              },
            ]
          : []
      }),
    })
    if (!applied) throw new Error(`${spec.key}: the modules could not be laid out`)
    y += rows * 2 + 2
  }
}
