import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../../app/data/call-types.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'

export type StringDay = Answer<'GET /api/strings/{stringId}/day'>
export type InverterStrings = Answer<'GET /api/devices/{deviceId}/strings'>
export type StringLife = InverterStrings['strings'][number]
export type Energy = StringDay['today']

/** From there on a figure is whole enough to stand without a note. */
const WHOLE = 0.985

/** Its name, else its number. */
export const useStringLabel = () => {
  const t = useTranslations('strings')
  return useCallback(
    ({ name, no }: { name: string; no: number }): string => name || t('string', { no: String(no) }),
    [t],
  )
}

/** What an energy rests on, where that is not all. */
export const useCoverage = () => {
  const t = useTranslations('strings')
  const format = useFormat()
  return ({ wh, coverage }: Energy): string | undefined =>
    wh === null || coverage === null || coverage >= WHOLE
      ? undefined
      : t('complete', { share: format.text('share', coverage) })
}

/** What tells of a string, or why nothing does, in a sentence. */
export const useSource = () => {
  const t = useTranslations('strings')
  return ({ by, why, mpptNo, now }: Pick<StringDay, 'by' | 'why' | 'mpptNo' | 'now'>): string => {
    const mppt = String(mpptNo ?? '')
    if (by === 'optimizers') return t('by.optimizers', { count: now.all })
    if (by === 'current') return t(mpptNo === null ? 'by.currentAlone' : 'by.current', { mppt })
    if (by === 'tracker') return t('by.tracker', { mppt })
    return t(`why.${why ?? 'untold'}`, { mppt })
  }
}
