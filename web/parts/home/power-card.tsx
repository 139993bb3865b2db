import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { knowOffset, wallDay } from '../../kit/words/wall-clock.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { sunOver } from '../stations/sun-over.ts'
import { StationHero } from '../stations/station-hero.tsx'
import { FleetHero } from './fleet-hero.tsx'
import type { Home } from './home-data.ts'
import { LightRibbon } from './light-ribbon.tsx'
import { useVerdict } from './use-verdict.ts'
import { zoneName } from './zone-name.ts'
import styles from './home.module.css'

// Not everybody's home has a curve, and figures come first.
const TimeChart = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../../kit/chart/time-chart.tsx'),
      import('../../kit/chart/plot.tsx'),
    ])
    return file.TimeChart
  },
  <div className={styles.curveBone} data-bone />,
)

const curveHeight = 184

/** Below this share of the capacity a step's sum is named as incomplete. */
const wholeShare = 0.95

type PowerCardProps = {
  home: Home
  stale: boolean
  /** The day of several stations, in the place of a curve that there is over one clock alone. */
  children?: ReactNode
}

/** A reading of every report is as old as it may be: its age is told once a device has missed some, ms. */
const TOLD_FROM_MS = 15 * 60_000

/** Takes what the server says of the clock there, before anything asks it: in the dark that is when the sun rises. */
const knowClock = ({ zone: { utcOffsetMs }, timeZone, from, to }: Home['curve']): void => {
  if (utcOffsetMs !== null) knowOffset(timeZone, from, to, utcOffsetMs)
}

/** Power of all stations now, what it is a sum of, and the day so far. */
export function PowerCard({ home, stale, children }: PowerCardProps) {
  knowClock(home.curve)
  const t = useTranslations('home')
  const hero = useTranslations('hero')
  const format = useFormat()
  const { only, light } = home
  const isDark = light.bright === 0
  return (
    <Card className={styles.power}>
      <div className={styles.powerHead}>
        <span className={styles.quiet}>
          {only
            ? t('capacity', { capacity: format.text('power', only.capacityW) })
            : isDark
              ? hero('fleetDark')
              : t('power')}
        </span>
        <Verdict home={home} stale={stale} />
      </div>
      {only ? <OnlyHero only={only} stale={stale} /> : <FleetHero home={home} stale={stale} />}
      <Basis home={home} stale={stale} />
      {!only && !isDark && <LightRibbon light={light} stations={home.stations} />}
      {children ?? (light.clocks === 1 && <DayCurve curve={home.curve} only={only} />)}
    </Card>
  )
}

/** Of somebody with one station: what its own page says first. */
function OnlyHero({ only, stale }: { only: NonNullable<Home['only']>; stale: boolean }) {
  const { live, timeZone, capacityW, reportMin } = only
  const now = useNow()
  return (
    <StationHero
      live={live}
      timeZone={timeZone}
      capacityW={capacityW}
      old={stale || (live.powerAt !== null && now - live.powerAt > silenceLimitMs(reportMin))}
      silent={stale || live.condition === 'offline'}
    />
  )
}

/** Is it fine? One glance, and where to look if not. */
function Verdict({ home, stale }: { home: Home; stale: boolean }) {
  const { is, tone, Icon, text } = useVerdict(home, stale)
  return (
    <Go
      to={is === 'unheard' ? pathTo('station-list', { condition: 'unknown' }) : pathTo('om-page')}
      className={classes(styles.verdict, tone)}
    >
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
    // Power of one station stands where it is known; how much is installed of many is told here.
    home.only ? null : t('capacity', { capacity: format.text('power', home.totals.capacityW) }),
    home.only && known > 0 ? null : from,
    stale
      ? t('notRenewed', { age: format.age(home.at, now) })
      : powerAt !== null && now - powerAt > TOLD_FROM_MS && t('oldest', { age: format.age(powerAt, now) }),
  ].filter(Boolean)
  return (
    <p className={styles.basis}>
      {parts.map((part) => (
        <span key={String(part)}>{part}</span>
      ))}
    </p>
  )
}

/** The day so far beside what clear skies would allow; what is not known says so. */
export function DayCurve({ curve, only }: Pick<Home, 'curve' | 'only'>) {
  const t = useTranslations('home')
  const format = useFormat()
  const now = useNow(only !== null)
  const hero = useTranslations('hero')
  const sun = only && sunOver(only.live, now)
  knowClock(curve)
  const series = useMemo(
    () => [{ label: t('curvePower'), values: curve.powerW, tone: 1 as const, area: true }],
    [curve.powerW, t],
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
        sun={sun && { ...sun, label: hero('sun') }}
        height={curveHeight}
      />
      <p className={styles.note}>{t('curveDay', { day, zone: zoneName(format.language, curve) })}</p>
      <LeastKnown curve={curve} />
    </div>
  )
}

/** Of how little capacity a step of the day is known. */
export function LeastKnown({ curve }: Pick<Home, 'curve'>) {
  const t = useTranslations('home')
  const format = useFormat()
  const least = curve.coverage.reduce(
    (low, share, no) =>
      curve.powerW[no] === null || curve.powerW[no] === undefined ? low : Math.min(low, share),
    1,
  )
  return least < wholeShare ? (
    <p className={styles.note}>{t('curvePart', { share: format.text('share', least) })}</p>
  ) : null
}
