import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { keepFirst } from '../../app/data/kept/keep-queries.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { firstFigure } from './first-figure.ts'
import type { Home } from './home-data.ts'

/** Keeps home for the next start, with the figure that its skeleton shows. */
export function KeepFirst({ home }: { home: Home }) {
  const t = useTranslations('home')
  const hero = useTranslations('hero')
  const format = useFormat()
  useEffect(() => {
    const { of, measure, value } = firstFigure(home)
    const { text, unit } = format.write(measure, value)
    const time = format.instant(home.at, home.curve.timeZone)
    const shown =
      text === null || home.stations === 0
        ? null
        : { lang: format.language, label: hero(of), text, unit, note: t('keptAt', { time }) }
    void keepFirst(home, shown)
  }, [home, format, t, hero])
  return null
}
