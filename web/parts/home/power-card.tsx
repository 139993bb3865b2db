import { Check, CircleDashed, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { knowOffset, wallDay } from '../../kit/words/wall-clock.ts'
import { Card } from '../../kit/card.tsx'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { classes } from '../../kit/classes.ts'
import { useCountTo } from '../../kit/count-to.ts'
import { Figure } from '../../kit/figure.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { levelIcon, levelTone, statusTone } from '../states/status-pill.tsx'
import type { Home } from './home-data.ts'
import { verdictOf } from './verdict.ts'
import { zoneName } from './zone-name.ts'
import styles from './home.module.css'

/** Below this share of the capacity a step's sum is named as incomplete. */
const wholeShare = 0.95

/** Power of all stations now, what it is a sum of, and the day so far. */
export function PowerCard({ home, stale }: { home: Home; stale: boolean }) {
  const t = useTranslations('home')
  const format = useFormat()
  const power = useCountTo(home.totals.powerW)
  return (
    <Card className={styles.power}>
      <div className={styles.powerHead}>
        <span className={styles.quiet}>{t('power')}</span>
        <Verdict home={home} stale={stale} />
      </div>
      <div className={styles.hero}>
        <Figure measure="power" value={power} size="xl" old={stale} />
        <span className={styles.capacity}>
          {t('capacity', { capacity: format.text('power', home.totals.capacityW) })}
        </span>
      </div>
      <Basis home={home} stale={stale} />
      <Curve curve={home.curve} />
    </Card>
  )
}

/** Is it fine? One glance, and where to look if not. */
function Verdict({ home, stale }: { home: Home; stale: boolean }) {
  const t = useTranslations('home')
  const levels = useTranslations('level')
  const verdict = verdictOf(home, stale)
  const { is } = verdict
  const [tone, Icon, text] =
    is === 'attention'
      ? [statusTone('fault'), TriangleAlert, t('needLook', { count: verdict.count })]
      : is === 'alarms'
        ? [
            levelTone(verdict.level),
            levelIcon(verdict.level),
            t('openOfLevel', { level: levels(verdict.level), count: verdict.count }),
          ]
        : is === 'unheard'
          ? [statusTone('unknown'), CircleDashed, t('neverHeard', { count: verdict.count })]
          : is === 'old'
            ? [statusTone('unknown'), CircleDashed, t('notCurrent')]
            : [statusTone('producing'), Check, t('allWell')]
  const to =
    is === 'alarms'
      ? pathTo('om-page', { level: verdict.level })
      : is === 'unheard'
        ? pathTo('station-list', { condition: 'unknown' })
        : pathTo('om-page')
  return (
    <Go to={to} className={classes(styles.verdict, tone)}>
      <Icon size={14} strokeWidth={2.4} aria-hidden />
      {text}
    </Go>
  )
}

function Basis({ home, stale }: { home: Home; stale: boolean }) {
  const t = useTranslations('home')
  const format = useFormat()
  const now = useNow()
  const { powerStations: known, powerAt } = home.totals
  const all = home.stations
  const from =
    known === 0
      ? t('powerFromNone')
      : known === all
        ? t('powerFromAll', { all })
        : t('powerFrom', { known: String(known), all: String(all) })
  const parts = [
    from,
    stale
      ? t('notRenewed', { age: format.age(home.at, now) })
      : powerAt !== null && t('oldest', { age: format.age(powerAt, now) }),
  ].filter(Boolean)
  return (
    <p className={styles.basis}>
      {parts.map((part) => (
        <span key={String(part)}>{part}</span>
      ))}
    </p>
  )
}

function Curve({ curve }: { curve: Home['curve'] }) {
  const t = useTranslations('home')
  const format = useFormat()
  // Before anything is asked of the clock there.
  if (curve.zone.utcOffsetMs !== null)
    knowOffset(curve.timeZone, curve.from, curve.to, curve.zone.utcOffsetMs)
  const series = useMemo(
    () => [{ label: t('curvePower'), values: curve.powerW, tone: 1 as const, area: true }],
    [curve.powerW, t],
  )
  const least = curve.coverage.reduce(
    (low, share, no) =>
      curve.powerW[no] === null || curve.powerW[no] === undefined ? low : Math.min(low, share),
    1,
  )
  const day = format.day(wallDay(curve.from, curve.timeZone), 'weekday')
  return (
    <div className={styles.curve}>
      <TimeChart
        title={t('curve', { day })}
        from={curve.from}
        to={curve.to}
        timeZone={curve.timeZone}
        ts={curve.ts}
        series={series}
        measure="power"
        expected={curve.expectedW}
        height={184}
      />
      <p className={styles.note}>{t('curveDay', { day, zone: zoneName(format.language, curve) })}</p>
      {least < wholeShare && (
        <p className={styles.note}>{t('curvePart', { share: format.text('share', least) })}</p>
      )}
    </div>
  )
}
