import { useTranslations } from 'use-intl'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Covered } from '../../kit/covered.tsx'
import { Figure } from '../../kit/figure.tsx'
import type { StationCardData } from './station-queries.ts'

type CardFiguresProps = Pick<
  StationCardData,
  'powerW' | 'todayWh' | 'todayCoverage' | 'equivalentHours' | 'night' | 'capacityW'
> & {
  /** Not heard: what the day brought may be more by now. */
  silent: boolean
  /** The power is no longer that of now. */
  oldPower: boolean
}

/** Three figures of a station: by day its power and the day so far, by night what the day of light brought. */
export function CardFigures({
  powerW,
  todayWh,
  todayCoverage,
  equivalentHours: hours,
  night,
  capacityW,
  silent,
  oldPower,
}: CardFiguresProps) {
  const t = useTranslations('stations')
  const format = useFormat()
  if (night !== null)
    return (
      <>
        <Figure
          label={t(night.day)}
          measure="energy"
          value={night.wh}
          old={silent}
          note={<Covered share={night.coverage} />}
        />
        <Figure
          label={t('equivalent')}
          measure="hours"
          value={equivalentHours(night.wh, capacityW, night.coverage)}
          old={silent}
        />
        <Figure label={t('size')} measure="power" value={capacityW} />
      </>
    )
  return (
    <>
      <Figure
        label={t('power')}
        measure="power"
        value={powerW}
        old={oldPower}
        note={t('ofCapacity', { capacity: format.text('power', capacityW) })}
      />
      <Figure
        label={t('today')}
        measure="energy"
        value={todayWh}
        old={silent}
        note={todayWh !== null && <Covered share={todayCoverage} />}
      />
      <Figure label={t('equivalent')} measure="hours" value={hours} old={silent} />
    </>
  )
}
