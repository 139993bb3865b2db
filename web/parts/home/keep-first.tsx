import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { keepFirst } from '../../app/data/kept/keep-queries.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Home } from './home-data.ts'

/** Keeps home for the next start, with the figure that its skeleton shows. */
export function KeepFirst({ home }: { home: Home }) {
  const t = useTranslations('home')
  const format = useFormat()
  useEffect(() => {
    const { text, unit } = format.write('power', home.totals.powerW)
    const time = format.instant(home.at, home.curve.timeZone)
    const shown =
      text === null || home.stations === 0
        ? null
        : { lang: format.language, label: t('power'), text, unit, note: t('keptAt', { time }) }
    void keepFirst(home, shown)
  }, [home, format, t])
  return null
}
