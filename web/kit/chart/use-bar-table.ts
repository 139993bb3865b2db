import { useTranslations } from 'use-intl'
import { barTable } from './chart-tables.ts'

/** Bars as a table in the reader's language. */
export const useBarTable = (): ((
  names: Parameters<typeof barTable>[1],
  bars: Parameters<typeof barTable>[2],
) => ReturnType<typeof barTable>) => {
  const t = useTranslations('chart.file')
  return (names, bars) =>
    barTable(
      { period: t('period'), shared: t('shared'), known: t('known'), yes: t('yes'), no: t('no') },
      names,
      bars,
    )
}
