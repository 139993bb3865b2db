import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { nameOf } from '../device-facts.ts'
import type { AddingRow, StationDevice } from './adding-draft.ts'
import type { RowState, Taken } from './adding-list.ts'
import type { Adding } from './use-adding.ts'

type Placed = Pick<AddingRow, 'kind' | 'stringNo' | 'position'>

/** Sentences about serials of the list and of the station. */
export const useRowWords = ({ draft, known }: Adding, devices: readonly StationDevice[]) => {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const placeOf = ({ kind, stringNo, position }: Placed): string =>
    stringNo === null
      ? words.short(kind)
      : position === null
        ? `${words.short(kind)} · ${t('stringNo', { no: String(stringNo) })}`
        : t('place', { no: String(stringNo), position: String(position) })
  const thereWords = (sn: string): string => {
    const there = known.byKey.get(serialKey(sn))
    if (!there) return t('wrong.in_station')
    const inverter = devices.find(({ id }) => id === there.parentId)
    const where = [
      inverter && nameOf(inverter),
      there.kind === 'gateway' ? words.short(there.kind) : placeOf({ ...there, kind: there.kind }),
    ]
    return t('wrong.inStationAt', { where: where.filter(Boolean).join(' · ') })
  }
  const onListWords = (sn: string): string => {
    const at = draft.rows.findIndex((row) => serialKey(row.sn) === serialKey(sn))
    return at < 0 ? t('wrong.on_list') : t('wrong.onListAt', { no: String(at + 1) })
  }
  return {
    placeOf,
    takenWords: ({ sn, result }: Taken): string =>
      result === 'in_station'
        ? thereWords(sn)
        : result === 'on_list'
          ? onListWords(sn)
          : result === 'full'
            ? t('wrong.full')
            : t('wrong.sn_format'),
    stateWords: (row: AddingRow, state: RowState): string | null => {
      if (state === 'ok' || state === 'unchecked') return null
      if (state === 'in_station') return thereWords(row.sn)
      if (state === 'on_list') return onListWords(row.sn)
      return t(`wrong.${state}`)
    },
  }
}
