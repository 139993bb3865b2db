import { names } from '#domain/name-order.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePerson } from '../../app/session/session.ts'
import { refresh, useData } from '../../app/data/query.ts'
import { arrayStore, type ArrayState, type ArrayStore } from './array-store.ts'
import { pendingHangs } from './pending.ts'
import { siteOf, type DeviceRow, type Site } from './site.ts'

export type ArrayUse = {
  site: Site | null
  inverters: readonly DeviceRow[]
  devices: readonly DeviceRow[]
  error: unknown
  refetch: () => Promise<unknown>
  store: ArrayStore
  state: ArrayState
}

/** A station's array with this person's changes in it, kept live. */
export const useArray = (stationId: string): ArrayUse => {
  const params = { stationId }
  const personId = usePerson()?.id ?? 'nobody'
  const enabled = stationId !== ''
  const array = useData('GET /api/stations/{stationId}/array', { params }, { enabled })
  const found = useData('GET /api/stations/{stationId}/devices', { params }, { enabled })
  const store = useMemo(() => arrayStore(stationId, personId), [stationId, personId])
  const state = useSyncExternalStore(store.watch, store.state)
  const { data } = array
  useEffect(() => {
    if (data) store.arrived(data)
  }, [store, data])
  const devices = found.data?.devices
  const site = useMemo(
    () => (data && devices ? siteOf(data, devices, pendingHangs(state.pending)) : null),
    [data, devices, state.pending],
  )
  const inverters = useMemo(
    () =>
      (devices ?? [])
        .filter(({ kind }) => kind === 'inverter')
        .sort((a, b) => names.compare(a.name || a.sn, b.name || b.sn)),
    [devices],
  )
  return {
    site,
    inverters,
    devices: devices ?? [],
    error: array.error ?? found.error,
    refetch: () => refresh('GET /api/stations/{stationId}/array', 'GET /api/stations/{stationId}/devices'),
    store,
    state,
  }
}
