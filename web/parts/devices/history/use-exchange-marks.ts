import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { TimeChartProps } from '../../../kit/chart/chart-props.ts'
import type { Exchange } from './exchange-notes.tsx'

type Marks = Pick<TimeChartProps, 'marks' | 'markTone' | 'marksTold'>

/** Exchanges of a place as uprights of its chart, and in words. */
export const useExchangeMarks = (exchanges: readonly Exchange[], timeZone: string): Marks => {
  const t = useTranslations('exchange')
  const format = useFormat()
  return useMemo(
    () =>
      exchanges.length === 0
        ? {}
        : {
            marks: exchanges.map(({ at }) => at),
            markTone: 'quiet',
            marksTold: exchanges
              .map(({ at, oldSn, newSn }) =>
                t('exchangeLine', { instant: format.instant(at, timeZone), oldSn, newSn }),
              )
              .join('. '),
          },
    [exchanges, timeZone, t, format],
  )
}
