import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ControlAct } from '#domain/commands/control-ops.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { navigate } from '../../kit/navigation/navigate.ts'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { useNow, useSecond } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { LazyActSheet } from './lazy-act-sheet.ts'
import { EnderLines } from './limit-effect.tsx'
import { countEnders, countEnds, groupLimits, type LimitGroup, type LimitView } from './limit-groups.ts'
import { useLimitWords } from './limit-words.ts'
import styles from './control.module.css'
import { useLimits } from './use-limits.ts'

const RECENT_MS = 86_400_000

type LimitsCardProps = {
  stationId: string
  timeZone: string
  /** Of this device alone. */
  deviceId?: string
  /** Of this act alone. */
  controlId?: string
  /** Those that have ended in the last day as well. */
  recent?: boolean
  /** There is one to come: its place is kept. */
  awaited?: boolean
}

/** Limits in force with the time that is left of them, who ends them and the way to; nothing where there are none. */
export function LimitsCard({
  stationId,
  timeZone,
  deviceId,
  controlId,
  recent = false,
  awaited = false,
}: LimitsCardProps) {
  const t = useTranslations('limits')
  const now = useNow()
  const found = useLimits(stationId, now).data
  if (awaited && !found) return <SkeletonCard />
  const ofThis = (one: LimitView): boolean =>
    (deviceId === undefined || one.deviceId === deviceId) &&
    (controlId === undefined || one.controlId === controlId)
  const isOwn = deviceId !== undefined
  const groups = groupLimits(found?.inForce.filter(ofThis) ?? [])
  const ended = recent
    ? groupLimits(found?.ended.filter((one) => ofThis(one) && (one.endedAt ?? 0) > now - RECENT_MS) ?? [])
    : []
  return (
    <>
      {groups.length > 0 && (
        <Card flush title={t('inForce')}>
          {groups.map((group) => (
            <InForce key={group.key} {...{ stationId, timeZone, group, isOwn }} />
          ))}
        </Card>
      )}
      {ended.length > 0 && (
        <Card flush title={t('recent')}>
          {ended.map((group) => (
            <Ended key={group.key} {...{ stationId, timeZone, group, isOwn }} />
          ))}
        </Card>
      )}
    </>
  )
}

type GroupProps = {
  stationId: string
  timeZone: string
  group: LimitGroup
  /** On the page of the device itself, which needs no name there. */
  isOwn: boolean
}

function What({ stationId, timeZone, isOwn, group: { limits } }: GroupProps) {
  const t = useTranslations('limits')
  const words = useLimitWords(timeZone)
  const [{ name, sn, controlId }] = limits
  const to = words.to(limits[0])
  const what = isOwn
    ? t('atMost', { to })
    : limits.length === 1
      ? `${name || sn} · ${t('atMost', { to })}`
      : t('what', { count: limits.length, to })
  return controlId === null ? (
    <>{what}</>
  ) : (
    <Go to={pathTo('remote-control', { stationId, controlId })}>{what}</Go>
  )
}

function InForce({ stationId, timeZone, group, isOwn }: GroupProps) {
  const t = useTranslations('limits')
  const format = useFormat()
  const words = useLimitWords(timeZone)
  const now = useNow()
  const mayControl = useAllowed('device:control:send', stationId)
  const [act, setAct] = useState<{ act: ControlAct; called: string } | null>(null)
  const { limits, endsAt, timerAt } = group
  const [{ askedBy, askedAt, pct, w }] = limits
  const lifting = { op: 'limit', pct: 100 } as const
  const same: ControlAct = w === null ? { op: 'limit', pct: pct ?? 0 } : { op: 'limit', w }
  return (
    <div className={styles.waiting}>
      <p className={styles.act}>
        <Gauge size={18} aria-hidden />
        <What stationId={stationId} timeZone={timeZone} group={group} isOwn={isOwn} />
      </p>
      {group.isSet ? (
        <Left endsAt={endsAt} timeZone={timeZone} />
      ) : (
        <p className={styles.hint}>{t('waiting')}</p>
      )}
      <EnderLines enders={countEnders(limits)} className={styles.hint} />
      {timerAt !== null && timerAt < endsAt && (
        <p className={styles.hint}>{t('timer', { at: words.at(timerAt, now) })}</p>
      )}
      <p className={styles.hint}>
        {askedBy === null
          ? t('askedSystem', { at: format.instant(askedAt, timeZone) })
          : t('asked', { by: askedBy.name, at: format.instant(askedAt, timeZone) })}
      </p>
      {mayControl && (
        <div className={styles.acts}>
          <Button small onClick={() => setAct({ act: lifting, called: t('liftTitle') })}>
            {t('lift')}
          </Button>
          <Button small kind="soft" onClick={() => setAct({ act: same, called: t('longerTitle') })}>
            {t('longer')}
          </Button>
        </div>
      )}
      {act && (
        <LazyActSheet
          stationId={stationId}
          act={act.act}
          called={act.called}
          deviceIds={limits.map(({ deviceId }) => deviceId)}
          onClose={() => setAct(null)}
          onSent={(controlId) => {
            setAct(null)
            navigate.push(pathTo('remote-control', { stationId, controlId }))
          }}
        />
      )}
    </div>
  )
}

/** Apart, so that the second draws this line alone. */
function Left({ endsAt, timeZone }: { endsAt: number; timeZone: string }) {
  const t = useTranslations('limits')
  const words = useLimitWords(timeZone)
  const now = useSecond()
  const left = endsAt - now
  if (left <= 0) return <p className={styles.hint}>{t(left > -60_000 ? 'ending' : 'overdue')}</p>
  return (
    <p className={styles.countNumber} role="timer" aria-label={t('leftLabel')}>
      {words.left(left)}
      <span className={styles.hint}>{t('until', { at: words.at(endsAt, now) })}</span>
    </p>
  )
}

function Ended(props: GroupProps) {
  const t = useTranslations('limits')
  const words = useLimitWords(props.timeZone)
  const now = useNow()
  return (
    <div className={styles.waiting}>
      <What {...props} />
      {countEnds(props.group.limits).map(({ limit, count }, _, all) => (
        <p key={`${limit.endedBy} ${limit.endedAt}`} className={styles.hint}>
          {all.length === 1
            ? words.ended(limit, now)
            : t('endCount', { end: words.ended(limit, now), count: String(count) })}
        </p>
      ))}
    </div>
  )
}
