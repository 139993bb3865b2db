import { use } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { Age } from '../../app/lists/age.tsx'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import { levelIcon, levelTone } from '../states/status-pill.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Block, Line, OnWall, renewMs } from './block.tsx'
import { Sign } from './sign.tsx'
import { useHeld } from './use-held.ts'
import styles from './fleet.module.css'

type AlarmsBlockProps = {
  rows: number
  /** Alarms that the list beside it shows: where these are all, it would say the same again. */
  told?: ReadonlySet<string> | null
}

/** Open alarms as they come, the newest on top. */
export function AlarmsBlock({ rows, told = null }: AlarmsBlockProps) {
  const t = useTranslations('board')
  const wall = use(OnWall)
  const level = useTranslations('level')
  const words = useKindWords()
  const format = useFormat()
  const sees = useAllowed('om:alarm:view')
  const found = useData(
    'GET /api/alarms/newest',
    { query: { limit: rows } },
    { enabled: sees, refetchInterval: renewMs },
  )
  const { shown, waiting, box } = useHeld(found.data?.alarms ?? [])
  if (!sees || (told && found.data?.alarms.every(({ id }) => told.has(id)))) return null
  return (
    <div {...box} className={wall && shown.length > 0 ? styles.filled : undefined}>
      <Block
        title={t('alarms')}
        count={found.data?.total}
        to={pathTo('om-page')}
        of={found}
        empty={found.data?.alarms.length === 0 ? t('noAlarms') : null}
        action={<output className={styles.waits}>{waiting > 0 && t('newer', { count: waiting })}</output>}
      >
        {shown.map((alarm) => {
          const name = alarm.name[format.language]
          return (
            <Line
              key={alarm.id}
              icon={<Sign Icon={levelIcon(alarm.level)} tone={levelTone(alarm.level)} />}
              to={pathTo('alarm-detail', { alarmId: alarm.id })}
              goesTo={name}
              label={name}
              hint={
                <Dotted
                  parts={[
                    level(alarm.level),
                    alarm.station.name,
                    alarm.device.name || words.short(alarm.device.kind),
                  ]}
                />
              }
              value={
                <span className={styles.age}>
                  <Age at={alarm.occurredAt} />
                </span>
              }
            />
          )
        })}
      </Block>
    </div>
  )
}
