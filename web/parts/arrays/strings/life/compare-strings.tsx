import { ChevronDown, CircleCheck, CircleHelp, PowerOff, TrendingDown } from 'lucide-react'
import { useId, useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../../../paths.ts'
import { Card } from '../../../../kit/card.tsx'
import { classes } from '../../../../kit/classes.ts'
import { Dotted } from '../../../../kit/dotted.tsx'
import { Go } from '../../../../kit/navigation/go.tsx'
import { useNow } from '../../../../kit/time/now.ts'
import { todayIn } from '../../../../kit/chart/period.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { StringBadge } from '../../string-badge.tsx'
import { CompareWaiting } from './compare-waiting.tsx'
import { reasonOf } from './reason-of.ts'
import { useStringLabel, type InverterStrings, type StringLife } from './string-words.ts'
import { useInverterStrings } from './use-inverter-strings.ts'
import styles from './life.module.css'

/** Nearer to the others than this all are alike. */
const ALIKE = 0.1
/** The least that the bars reach to, as a share of the median. */
const REACH = 1.15

export type CompareProps = {
  stationId: string
  inverterId: string
  /** The one whose page this stands on. */
  own?: string
  /** Its inverter is shut down: what it gave before says nothing of how the strings do. */
  stopped?: boolean
  /** How many it has by its data sheet: their place is kept until they have come. */
  expected?: number
}

/** The strings of an inverter beside each other; the odd one is named. Nothing where there are not two. */
export function CompareStrings({ stationId, inverterId, own, stopped = false, expected = 0 }: CompareProps) {
  const t = useTranslations('strings.compare')
  const { data: found, error } = useInverterStrings(inverterId)
  const data = found && (stopped ? withoutShares(found) : found)
  const [open, setOpen] = useState(false)
  const listId = useId()
  const today = todayIn(useNow(), data?.timeZone ?? 'UTC')
  if (!data) return error ? null : <CompareWaiting strings={expected} />
  if (data.strings.length < 2) return null
  const told = data.strings.filter((one) => one.by !== null || one.id === own)
  const silent = data.strings.filter((one) => !told.includes(one))
  const before = data.compared !== null && data.compared.day !== today
  const bar = (one: StringLife) => (
    <Bar
      key={one.id}
      stationId={stationId}
      string={one}
      reach={reach}
      isOwn={one.id === own}
      day={before ? 'yesterday' : 'today'}
      reason={stopped ? null : reasonOf(one, data.strings)}
    />
  )
  const reach = Math.max(REACH, ...data.strings.map(({ share }) => 1 + (share ?? 0)))
  return (
    <Card title={t('title')}>
      <Headline data={data} today={today} stopped={stopped} />
      <ul className={styles.bars} style={{ '--middle': `${100 / reach}%` } as CSSProperties}>
        {told.map(bar)}
      </ul>
      {/* What nobody measures alone has no figure: a line for all of them. */}
      {silent.length > 0 && (
        <>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <CircleHelp size={18} aria-hidden />
            <span>{t('unmeasuredCount', { count: silent.length })}</span>
            <ChevronDown size={18} aria-hidden />
          </button>
          <ul id={listId} className={styles.bars}>
            {open && silent.map(bar)}
          </ul>
        </>
      )}
    </Card>
  )
}

const withoutShares = (data: InverterStrings): InverterStrings => ({
  ...data,
  compared: null,
  strings: data.strings.map((one) => ({ ...one, share: null, odd: false, turned: false })),
})

function Headline({
  data: { strings, compared, timeZone },
  today,
  stopped,
}: {
  data: InverterStrings
  today: string
  stopped: boolean
}) {
  const t = useTranslations('strings.compare')
  const format = useFormat()
  const label = useStringLabel()
  const odd = strings.filter((one) => one.odd).sort((a, b) => (a.share ?? 0) - (b.share ?? 0))
  const known = strings.flatMap(({ share }) => share ?? [])
  // Those that nothing measures alone have a line of their own.
  const unknown = strings.filter(({ by, share }) => by !== null && share === null)
  const [first] = odd
  const alike = known.length > 1 && known.every((share) => Math.abs(share) < ALIKE)
  const Mark = stopped ? PowerOff : first ? TrendingDown : alike ? CircleCheck : CircleHelp
  const said = stopped
    ? t('stopped')
    : first
      ? t(odd.length > 1 ? 'several' : 'odd', {
          name: label(first),
          share: format.text('share', -(first.share ?? 0)),
          count: odd.length,
        })
      : known.length < 2
        ? t('none')
        : alike
          ? unknown.length > 0
            ? unknown.every(({ turned }) => turned)
              ? t('alikeTurned', { known: known.length, unknown: unknown.length })
              : t('alikeSome', { known: known.length, unknown: String(unknown.length) })
            : t('alike')
          : t('apart')
  return (
    <div className={classes(styles.headline, first && styles.isOdd)}>
      <Mark size={18} aria-hidden />
      <p>
        <b>{said}</b>
        {compared && (
          <span>
            <Dotted
              parts={[
                t('when', {
                  day: compared.day === today ? t('today') : t('yesterday'),
                  from: format.clock(compared.from, timeZone),
                  to: format.clock(compared.to, timeZone),
                }),
                known.length > 1 && t('against'),
              ]}
            />
          </span>
        )}
      </p>
    </div>
  )
}

type BarProps = {
  stationId: string
  string: StringLife
  reach: number
  isOwn: boolean
  /** Of which day the bar and so the energy are. */
  day: 'today' | 'yesterday'
  reason: ReturnType<typeof reasonOf>
}

function Bar({ stationId, string, reach, isOwn, day, reason }: BarProps) {
  const t = useTranslations('strings')
  const format = useFormat()
  const label = useStringLabel()
  const { share, odd } = string
  const { wh } = string[day]
  const inner = (
    <>
      <StringBadge no={string.no} />
      <span className={styles.barName}>
        {label(string)}
        {string.mpptNo !== null && <small> {t('mppt', { no: String(string.mpptNo) })}</small>}
      </span>
      <span className={classes(styles.barShare, odd && styles.oddShare)}>
        {odd && <TrendingDown size={14} aria-hidden />}
        {share === null ? '–' : format.text('share', 1 + share)}
      </span>
      <span className={classes(styles.track, share === null && styles.noTrack)} aria-hidden>
        {share !== null && (
          <i
            className={classes(odd && styles.oddBar)}
            style={{ '--share': `${(100 * Math.max(0, 1 + share)) / reach}%` } as CSSProperties}
          />
        )}
      </span>
      <span className={styles.barToday}>
        {string.by === null
          ? t('compare.unmeasured')
          : wh === null
            ? t(day === 'today' ? 'compare.noToday' : 'compare.noYesterday')
            : t(`compare.${day}Is`, { energy: format.text('energy', wh) })}
        {string.turned && <span className={styles.reason}>{t('compare.turned')}</span>}
        {reason && (
          <span className={styles.reason}>
            {t('compare.otherMeans', {
              own: t(`compare.ownMeans.${reason.by}`),
              others: t(`compare.othersMeans.${reason.others}`),
            })}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li>
      {isOwn ? (
        <span className={classes(styles.bar, styles.own)} aria-current="true">
          {inner}
        </span>
      ) : (
        <Go to={pathTo('group-device-list', { stationId, stringId: string.id })} className={styles.bar}>
          {inner}
        </Go>
      )}
    </li>
  )
}
