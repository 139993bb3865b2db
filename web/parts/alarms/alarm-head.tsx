import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { useNow } from '../../kit/time/now.ts'
import { classes } from '../../kit/classes.ts'
import { LevelPill, levelTone, Tag } from '../states/status-pill.tsx'
import { OverLine } from './over-line.tsx'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

type AlarmHeadProps = {
  alarm: AlarmDetail['alarm']
  /** What it means now, where its cost is not known. */
  impact: ReactNode
}

/** What it is, how bad, where, since when and how often; the way to the station and the device. */
export function AlarmHead({ alarm, impact }: AlarmHeadProps) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const format = useFormat()
  const now = useNow()
  const { cost } = alarm
  return (
    <Card flush>
      <div className={classes(styles.hero, alarm.status !== 'closed' && levelTone(alarm.level))}>
        <span className={styles.pills}>
          <LevelPill level={alarm.level} />
          <Tag>{t(`list.${alarm.status}`)}</Tag>
        </span>
        <h2>{alarm.name[format.language]}</h2>
        <p className={classes(styles.quiet, styles.ways)}>
          <Dotted
            parts={[
              <Go key="station" to={pathTo('station-detail', { stationId: alarm.station.id })}>
                {alarm.station.name}
              </Go>,
              <Go key="device" to={pathToDevice(alarm.device.kind, alarm.device.id)}>
                {alarm.device.name || words.short(alarm.device.kind)} {alarm.device.sn}
              </Go>,
              alarm.deviceRemoved && t('removed'),
            ]}
          />
        </p>
        <p className={styles.quiet}>
          <Dotted
            parts={[
              format.instant(alarm.occurredAt, alarm.station.timeZone),
              format.age(alarm.occurredAt, now),
              alarm.count > 1 && t('times', { count: alarm.count }),
            ]}
          />
        </p>
        <OverLine alarm={alarm} className={styles.quiet} />
        {!cost && impact && <p className={styles.costs}>{impact}</p>}
        {cost && (
          <p className={styles.costs}>
            <Dotted
              parts={[
                <>
                  {t(alarm.status === 'closed' ? 'lostAll' : 'lost')} <b>{format.text('energy', cost.wh)}</b>
                </>,
                cost.money && format.money(cost.money.amount, cost.money.currency),
              ]}
            />
          </p>
        )}
      </div>
    </Card>
  )
}
