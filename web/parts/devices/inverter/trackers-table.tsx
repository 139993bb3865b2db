import { TrendingDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { DeviceDetail } from '../device-facts.ts'
import { wordOf } from '../peers/deviation.ts'
import { usePeers } from '../peers/use-peers.ts'
import { ValuesTable } from '../values-table.tsx'
import { trackerOffs } from './tracker-offs.ts'
import styles from './trackers.module.css'

/** So far below what it usually gives of its inverter a tracker is the odd one. No source: chosen. */
const ODD = 0.1

type TrackersTableProps = {
  detail: DeviceDetail
  reading: NonNullable<DeviceDetail['latest']>
  old: boolean
}

/** What each tracker measures, and its share of the day's DC energy beside what that usually is. */
export function TrackersTable({ detail, reading, old }: TrackersTableProps) {
  const t = useTranslations('device')
  const { data } = usePeers(detail)
  if (!reading.mppt || reading.mppt.length === 0) return null
  const shares = new Map(
    (data?.trackers ?? []).filter(({ now }) => now !== null).map((one) => [one.n, one] as const),
  )
  const offs = trackerOffs([...shares.values()])
  // One alone has all of it. The room is there before the shares come, so that nothing moves.
  const compares = reading.mppt.length > 1
  const days = Math.max(0, ...[...shares.values()].map((one) => one.days))
  return (
    <div className={styles.trackers}>
      <ValuesTable
        caption={t('readings.trackers')}
        head={t('readings.tracker')}
        old={old}
        columns={[
          { label: t('readings.voltage'), measure: 'voltage' },
          { label: t('readings.current'), measure: 'current' },
          { label: t('readings.power'), measure: 'power' },
        ]}
        more={compares ? t('peers.trackerShare') : undefined}
        rows={reading.mppt.map(({ n, v, a, w }) => ({
          label: t('line.tracker', { n: String(n) }),
          values: [v, a, w],
          more: <Share now={shares.get(n)?.now ?? null} off={offs.get(n) ?? null} />,
        }))}
      />
      {compares && (
        <p className={styles.about}>
          {data &&
            (shares.size === 0
              ? t(detail.device.state === 'shutdown' ? 'peers.stopped' : 'peers.none')
              : days === 0
                ? t('peers.trackersNew')
                : t('peers.trackersText', { count: days }))}
        </p>
      )}
    </div>
  )
}

function Share({ now, off }: { now: number | null; off: number | null }) {
  const t = useTranslations('device.peers')
  const format = useFormat()
  if (now === null) return '–'
  const percent = (share: number): string => `${format.number(share * 100, 1, 1)}%`
  const odd = off !== null && off <= -ODD
  return (
    <span className={classes(styles.share, odd && styles.odd)}>
      {percent(now)}
      {off !== null && wordOf(off) !== 'level' && (
        <small>
          {odd && <TrendingDown size={12} aria-hidden />}
          {t(off > 0 ? 'more' : 'less', { share: format.text('share', Math.abs(off)) })}
        </small>
      )}
    </span>
  )
}
