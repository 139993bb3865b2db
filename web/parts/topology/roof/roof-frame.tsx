import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  Moon,
  PowerOff,
  TrendingDown,
  TriangleAlert,
  WifiOff,
} from 'lucide-react'
import { createContext, use, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AppPath } from '../../../kit/navigation/app-path.ts'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { CardLink } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useLostSince } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { useOpenAlarms } from '../../alarms/open-alarms.tsx'
import type { Look } from '../layout/scale.ts'
import { alarmOver } from './alarm-over.ts'
import type { RoofUnit, Verdict } from './verdict.ts'
import styles from './roof.module.css'

const marks = {
  low: TrendingDown,
  off: PowerOff,
  allOff: PowerOff,
  silent: WifiOff,
  allSilent: WifiOff,
  night: Moon,
  alike: CircleCheck,
  mixed: CircleHelp,
  dim: CircleHelp,
  unmeasured: CircleHelp,
  empty: CircleHelp,
} as const
const tones: Partial<Record<Verdict['says'], string | undefined>> = {
  low: styles.low,
  alike: styles.alike,
  off: styles.off,
  allOff: styles.off,
}

/** The station that it is of, where roofs of several stand beside each other. */
export const RoofOf = createContext<string | null>(null)

type RoofFrameProps = {
  stationId: string
  unit: RoofUnit
  count: number
  verdict: Verdict
  /** It is night, and what is shown is the energy of this day; null = what is given now. */
  day: 'today' | 'yesterday' | null
  to: AppPath
  /** How its cells look: the patterns among them are said in words. */
  looks: readonly Look[]
  /** What the strongest colour means. */
  scale: string | null
  children: ReactNode
}

/** One press leads to the whole of it; the sentence says what the picture shows. */
export function RoofFrame({
  stationId,
  unit,
  count,
  verdict,
  day,
  to,
  looks,
  scale,
  children,
}: RoofFrameProps) {
  const t = useTranslations('roof')
  const format = useFormat()
  const lost = useLostSince() !== null
  const name = use(RoofOf)
  // Alike as they may be: over an open alarm of one of them nothing says that all is well.
  const asks = useAllowed('om:alarm:view') && verdict.says === 'alike'
  const alarms = useOpenAlarms({ stationId }, asks)
  const alarm = asks ? alarmOver(alarms.data?.alarms ?? []) : undefined
  const Mark = alarm ? TriangleAlert : marks[verdict.says]
  const tone = alarm ? styles.low : asks && alarms.isLoading ? undefined : tones[verdict.says]
  const named = {
    unit,
    count: 'count' in verdict ? verdict.count : count,
    share: verdict.says === 'low' ? format.text('share', verdict.share) : '',
  }
  const patterns = (['shutdown', 'asleep', 'stale', 'never', 'zero', 'unmeasured', 'empty'] as const).flatMap(
    (one) => {
      const many = looks.filter((look) => look === one).length
      return many > 0 ? [{ one, many }] : []
    },
  )
  return (
    <CardLink to={to}>
      <span className={classes(styles.card, lost && styles.lost)}>
        <span className={styles.head}>
          <span className={classes(styles.mark, tone)}>
            <Mark size={18} aria-hidden />
          </span>
          <span className={styles.says}>
            {name !== null && <span className={styles.of}>{name}</span>}
            {alarm
              ? `${alarm.name[format.language]} · ${alarm.device.name || alarm.device.sn}`
              : day === null
                ? t(`says.${verdict.says}`, named)
                : t('ofDay', { day, says: t(`says.${verdict.says}`, named) })}
          </span>
          <ChevronRight size={18} className={styles.chevron} aria-hidden />
        </span>
        {children}
        <span className={styles.foot}>
          {day !== null && (
            <span className={styles.night}>
              <Moon size={14} aria-hidden />
              {t(`night.${day}`)}
            </span>
          )}
          <span>{t('count', { unit, count })}</span>
          {scale !== null && <span>{scale}</span>}
          {patterns.map(({ one, many }) => (
            <span key={one}>
              {t(`state.${one === 'zero' && day !== null ? 'idle' : one}`, { count: format.number(many) })}
            </span>
          ))}
        </span>
      </span>
    </CardLink>
  )
}
