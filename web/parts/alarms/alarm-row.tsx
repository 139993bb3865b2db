import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Age } from '../../app/lists/age.tsx'
import { PickBox, pickingClass } from '../../app/lists/pick-box.tsx'
import type { Pick } from '../../app/lists/picks.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { LevelPill, Tag } from '../states/status-pill.tsx'
import { alarmCode } from './alarm-code.ts'
import { HowOften } from './how-often.tsx'
import { OverLine } from './over-line.tsx'
import { SeenLine } from './seen-line.tsx'
import type { Alarm } from './use-alarms.ts'
import styles from './alarms.module.css'

type AlarmRowProps = {
  alarm: Alarm
  /** On the page of its own device or station that need not be said. */
  without?: 'device' | 'station'
  /** In a list of one status that need not be said. */
  ofOneStatus?: boolean
  /** While alarms are chosen a row is a box to tick instead of a link. */
  choosing?: { chosen: boolean; onChange: () => void } | undefined
  /** Beside it, on a wide screen. */
  pick?: Pick | undefined
}

export function AlarmRow({ alarm, without, ofOneStatus = false, choosing, pick }: AlarmRowProps) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const format = useFormat()
  const name = alarm.name[format.language]
  const code = alarmCode(t, alarm.code)
  const inner = (
    <>
      <span className={styles.main}>
        <span className={styles.head}>
          <LevelPill level={alarm.level} />
          {!ofOneStatus && <Tag>{t(`list.${alarm.status}`)}</Tag>}
          <span className={styles.age}>
            <Age at={alarm.occurredAt} />
          </span>
        </span>
        <span className={styles.name}>
          {name}
          <HowOften count={alarm.count} />
        </span>
        {without !== 'device' && (
          <span className={styles.place}>
            <Dotted
              parts={[
                without !== 'station' && alarm.station.name,
                alarm.device.name || words.short(alarm.device.kind),
                alarm.device.sn,
              ]}
            />
          </span>
        )}
        {code && <span className={styles.place}>{code}</span>}
        <OverLine alarm={alarm} className={styles.place} />
        <SeenLine alarm={alarm} />
      </span>
      {!choosing && <ChevronRight size={18} className={styles.chevron} aria-hidden />}
    </>
  )
  return (
    <li {...(pick && { className: pickingClass, 'data-picking': true })}>
      {pick && <PickBox pick={pick} label={t('selectThis', { name: `${name}, ${alarm.device.sn}` })} />}
      {choosing ? (
        <label className={styles.row}>
          <input
            type="checkbox"
            checked={choosing.chosen}
            aria-label={t('selectThis', { name: `${name}, ${alarm.device.sn}` })}
            onChange={choosing.onChange}
          />
          {inner}
        </label>
      ) : (
        <Go
          to={pathTo('alarm-detail', { alarmId: alarm.id })}
          title={t('detail')}
          data-row
          className={classes(styles.row, alarm.status === 'closed' && styles.closed)}
        >
          {inner}
        </Go>
      )}
    </li>
  )
}
