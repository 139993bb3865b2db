import { useMemo } from 'react'
import type { HeatCell } from '#domain/telemetry/heat.ts'
import { pathTo } from '../../../paths.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { deviceLabel } from '../../stations/device-groups.ts'
import { useArray, type DeviceData } from '../use-array.ts'
import { useHeatNow } from '../use-heat.ts'
import { isDark, ModuleRoof } from './module-roof.tsx'
import { PartRoof, type Part } from './part-roof.tsx'
import { RoofFrame } from './roof-frame.tsx'
import { RoofSkeleton } from './roof-skeleton.tsx'
import styles from './roof.module.css'

/** An inverter as a cell. Asleep with the sun it gives 0 W, which is known. */
const cellOf = ({ online, state, powerW, lastAt }: DeviceData): HeatCell => {
  if (lastAt === null) return { state: 'never', value: null, ts: null }
  if (state === 'standby') return { state: 'zero', value: 0, ts: lastAt }
  if (!online || state === 'disconnected') return { state: 'stale', value: null, ts: lastAt }
  if (state === 'shutdown') return { state: 'shutdown', value: powerW, ts: lastAt }
  if (powerW === null) return { state: 'unmeasured', value: null, ts: lastAt }
  return { state: powerW > 0 ? 'value' : 'zero', value: Math.max(0, powerW), ts: lastAt }
}

/** What a station has on its roof, as far as it is told apart: its modules, else its strings, else its inverters. */
export function RoofCard({ stationId }: { stationId: string }) {
  const { plan, devices, array, error, again } = useArray(stationId)
  if (!plan || !devices || !array)
    return (
      <Waiting of={{ error, refetch: again }}>
        <RoofSkeleton />
      </Waiting>
    )
  return plan.cells.length > 0 ? (
    <ModuleRoof stationId={stationId} plan={plan} />
  ) : (
    <Parts stationId={stationId} devices={devices} />
  )
}

function Parts({ stationId, devices }: { stationId: string; devices: readonly DeviceData[] }) {
  const heat = useHeatNow(stationId, 'power')
  const inverters = useMemo(
    () =>
      devices
        .filter(({ kind }) => kind === 'inverter')
        .map((one): Part => ({ id: one.id, name: deviceLabel(one), cell: cellOf(one), sizeW: one.ratedW })),
    [devices],
  )
  if (!heat.data) return <RoofSkeleton />
  if (inverters.length === 0)
    return (
      <RoofFrame
        unit="inverter"
        count={0}
        verdict={{ says: 'empty' }}
        looks={[]}
        scale={null}
        to={pathTo('device-topology', { stationId })}
      >
        <span className={styles.picture} />
      </RoofFrame>
    )
  return <PartRoof stationId={stationId} unit="inverter" parts={inverters} dark={isDark(heat.data)} />
}
