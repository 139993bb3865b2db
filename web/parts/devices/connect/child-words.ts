import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import type { Child } from './found-children.ts'

/** Names of the inverters by id, where there are several to tell apart. */
export type InverterNames = ReadonlyMap<string, string>

/** The small line of a device: what it is, where it hangs, its serial when the name stands above. */
export const useChildWords = (
  inverters: InverterNames,
): { partsOf: (child: Child) => (string | null | undefined)[] } => {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  return {
    partsOf: ({ kind, name, sn, parentId, stringNo, position }) => [
      kind === 'gateway' ? '' : words.short(kind),
      stringNo === null
        ? ''
        : position === null
          ? t('stringNo', { no: String(stringNo) })
          : t('place', { no: String(stringNo), position: String(position) }),
      inverters.get(parentId ?? ''),
      name && sn,
    ],
  }
}
