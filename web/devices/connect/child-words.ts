import { useTranslations } from 'use-intl'
import type { Child } from './found-children.ts'

/** The small line of a device: what it is, where it hangs, its serial when the name stands above. */
export const useChildWords = (): { hintOf: (child: Child) => string } => {
  const t = useTranslations('addDevices')
  return {
    hintOf: ({ kind, name, sn, stringNo, position }) =>
      [
        kind === 'gateway' ? '' : t(`kinds.${kind}`),
        stringNo === null
          ? ''
          : position === null
            ? t('stringNo', { no: String(stringNo) })
            : t('place', { no: String(stringNo), position: String(position) }),
        name && sn,
      ]
        .filter(Boolean)
        .join(' · '),
  }
}
