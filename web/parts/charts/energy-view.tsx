import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { BarChart } from '../../kit/chart/bar-chart.tsx'
import type { ChartSheet } from '../../kit/chart/chart-sheet.ts'
import { useBarTable } from '../../kit/chart/use-bar-table.ts'
import { besideEachOther } from '../devices/plain/beside-each-other.ts'
import type { EnergyPart } from './use-parts.ts'

type EnergyViewProps = {
  parts: readonly EnergyPart[]
  /** The bars of the year before, when they are wanted; undefined = they have not come. */
  before: { year: string; bars: EnergyPart['bars'] | undefined } | null
  today: string
  when: string
  base: Pick<ChartSheet, 'place' | 'subject' | 'of' | 'zone'>
  /** Told what is shown, to save it. */
  onSheet: (sheet: ChartSheet) => void
  onOpen: (key: string) => void
}

/** Energy of one or several, by days, months or years. */
export function EnergyView({ parts, before, today, when, base, onSheet, onOpen }: EnergyViewProps) {
  const t = useTranslations('chart')
  const table = useBarTable()
  const names = parts.map(({ subject }) => subject.name)
  const bars = useMemo(() => {
    const own = besideEachOther(
      parts.map((part) => part.bars),
      today,
    )
    if (!before?.bars) return own
    const past = new Map(before.bars.bars.map(({ key, wh }) => [key, wh]))
    return own.map((bar) => ({ ...bar, before: past.get(`${before.year}${bar.key.slice(4)}`) ?? null }))
  }, [parts, before, today])
  const sheet: ChartSheet = {
    ...base,
    title: t('full.energy'),
    when,
    keys: names.length > 1 ? names.map((label, no) => ({ label, tone: ((no % 6) + 1) as 1 })) : [],
    table: () =>
      table(
        names.map((name) => `${names.length > 1 ? `${name} ` : ''}${t('full.energy')} (Wh)`),
        bars,
      ),
  }
  useEffect(() => onSheet(sheet))
  return (
    <BarChart
      fill
      title={`${t('full.energy')}, ${when}`}
      measure="energy"
      bars={bars}
      names={names}
      beforeName={before?.year}
      onOpen={onOpen}
    />
  )
}
