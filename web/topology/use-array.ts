import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { Answer } from '../data/call.ts'
import { useData } from '../data/query.ts'
import { deviceLabel } from '../stations/device-groups.ts'
import { planOf, type ArrayData, type Plan } from './layout/plan.ts'

export type DeviceData = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]

/** How a string is called beside its inverter: its name, else its number. */
export const useStringName = (array: ArrayData | undefined, devices: readonly DeviceData[] | undefined) => {
  const t = useTranslations('topology')
  return useMemo(() => {
    const labels = new Map((devices ?? []).map((one) => [one.id, deviceLabel(one)]))
    const several = new Set((array?.strings ?? []).map(({ inverterId }) => inverterId)).size > 1
    return (one: ArrayData['strings'][number]): string => {
      const own = one.name || t('string', { no: String(one.no) })
      const inverter = labels.get(one.inverterId)
      return several && inverter ? `${own} · ${inverter}` : own
    }
  }, [array, devices, t])
}

/** The array of a station, its devices, and the plan drawn from both. */
export const useArray = (stationId: string) => {
  const t = useTranslations('topology')
  const params = { stationId }
  const array = useData('GET /api/stations/{stationId}/array', { params }, { enabled: stationId !== '' })
  const list = useData('GET /api/stations/{stationId}/devices', { params }, { enabled: stationId !== '' })
  const devices = list.data?.devices
  // Figures of devices move all the time; what the plan needs of them hardly ever does.
  const facts = (devices ?? []).map(({ id, name, brand, model }) => `${id}|${name}|${brand}|${model}`).join()
  const byId = useMemo(() => new Map((devices ?? []).map((one) => [one.id, one])), [devices])
  const stringName = useStringName(array.data, devices)
  const plan = useMemo<Plan | null>(
    () =>
      array.data
        ? planOf(array.data, {
            string: stringName,
            area: (area, no) => area.name || t('area', { no: String(no + 1) }),
            rest: t('noString'),
            modulesOf: (id) => {
              const device = byId.get(id ?? '')
              return device?.kind === 'optimizer' ? (modulesOfOptimizer(device.brand, device.model) ?? 1) : 1
            },
          })
        : null,
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `facts` stands for what is used of the devices
    [array.data, facts, t],
  )
  return {
    plan,
    array: array.data,
    devices,
    byId,
    stringName,
    error: array.error ?? list.error,
    again: () => Promise.all([array.refetch(), list.refetch()]),
  }
}
