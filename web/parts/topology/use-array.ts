import { names } from '#domain/name-order.ts'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { deviceLabel } from '../stations/device-groups.ts'
import { planOf, type ArrayData, type Plan } from './layout/plan.ts'

export type DeviceData = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]
type StringData = ArrayData['strings'][number]
/** What does not move with each reading. */
type Facts = Pick<DeviceData, 'id' | 'kind' | 'sn' | 'name' | 'brand' | 'model'>

/** Inverter by inverter as they are called, and by number. */
const inOrder = (strings: readonly StringData[], facts: ReadonlyMap<string, Facts>): StringData[] => {
  const labelOf = (id: string): string => {
    const device = facts.get(id)
    return device ? deviceLabel(device) : ''
  }
  return strings.toSorted(
    (a, b) => names.compare(labelOf(a.inverterId), labelOf(b.inverterId)) || a.no - b.no,
  )
}

/** The same map as long as nothing in it changes, though the devices' figures do. */
const useFacts = (devices: readonly DeviceData[] | undefined): ReadonlyMap<string, Facts> => {
  const written = useMemo(
    () =>
      JSON.stringify(
        (devices ?? []).map(({ id, kind, sn, name, brand, model }): Facts => ({
          id,
          kind,
          sn,
          name,
          brand,
          model,
        })),
      ),
    [devices],
  )
  return useMemo(() => new Map((JSON.parse(written) as Facts[]).map((one) => [one.id, one])), [written])
}

/** The array of a station, its devices, and the plan drawn from both. */
export const useArray = (stationId: string) => {
  const t = useTranslations('topology')
  const params = { stationId }
  const array = useData('GET /api/stations/{stationId}/array', { params }, { enabled: stationId !== '' })
  const list = useData('GET /api/stations/{stationId}/devices', { params }, { enabled: stationId !== '' })
  const { data } = array
  const devices = list.data?.devices
  const facts = useFacts(devices)
  const byId = useMemo(() => new Map((devices ?? []).map((one) => [one.id, one])), [devices])
  const several = new Set((data?.strings ?? []).map(({ inverterId }) => inverterId)).size > 1
  /** Its name, else its number; beside its inverter where there are several. */
  const stringName = useCallback(
    ({ inverterId, name, no }: Pick<StringData, 'inverterId' | 'name' | 'no'>): string => {
      const own = name || t('string', { no: String(no) })
      const inverter = facts.get(inverterId)
      return several && inverter ? `${own} · ${deviceLabel(inverter)}` : own
    },
    [facts, several, t],
  )
  const plan = useMemo<Plan | null>(() => {
    if (!data) return null
    return planOf(
      { ...data, strings: inOrder(data.strings, facts) },
      {
        string: stringName,
        area: (area, no) => area.name || t('area', { no: String(no + 1) }),
        rest: t('noString'),
        modulesOf: (id) => {
          const device = facts.get(id ?? '')
          return device?.kind === 'optimizer' ? (modulesOfOptimizer(device.brand, device.model) ?? 1) : 1
        },
      },
    )
  }, [data, facts, stringName, t])
  return {
    plan,
    array: data,
    devices,
    byId,
    stringName,
    error: array.error ?? list.error,
    again: () => Promise.all([array.refetch(), list.refetch()]),
  }
}
