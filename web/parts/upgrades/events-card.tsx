import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CirclePlus,
  CircleSlash,
  CircleX,
  Download,
  Flag,
  HardDrive,
  Link2,
  PenLine,
  Radio,
  Unplug,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import { type TaskStatus, taskStatuses } from '#domain/upgrades/upgrade-states.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { statusTone, type Status } from '../states/status-pill.tsx'
import { Timeline, TimelineItem } from '../../kit/timeline.tsx'
import type { TaskEvent } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

const looks: Record<TaskEvent['event'], { Icon: LucideIcon; tone?: Status }> = {
  created: { Icon: CirclePlus },
  started: { Icon: CirclePlay },
  offered: { Icon: Radio },
  receiving: { Icon: Download, tone: 'standby' },
  received: { Icon: HardDrive, tone: 'standby' },
  written: { Icon: PenLine, tone: 'standby' },
  node_updated: { Icon: CircleCheck, tone: 'producing' },
  node_failed: { Icon: CircleX, tone: 'fault' },
  link_lost: { Icon: Unplug, tone: 'offline' },
  link_back: { Icon: Link2, tone: 'producing' },
  paused: { Icon: CirclePause, tone: 'curtailed' },
  resumed: { Icon: CirclePlay },
  stalled: { Icon: CircleAlert, tone: 'curtailed' },
  job_failed: { Icon: CircleX, tone: 'fault' },
  cancelled: { Icon: CircleSlash, tone: 'offline' },
  ended: { Icon: Flag },
}

/** The end says how it ended. */
const isStatus = (code: string): code is TaskStatus => taskStatuses.some((status) => status === code)

/** What happened, newest first, in the station's time; at most what the server keeps at hand. */
export function EventsCard({ events, timeZone }: { events: readonly TaskEvent[]; timeZone: string }) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const format = useFormat()
  const title = t('task.events')
  const newest = events.toSorted((a, b) => b.at - a.at)
  return (
    <Card title={title}>
      {newest.length === 0 ? (
        <p className={rows.place}>{t('task.noEvents')}</p>
      ) : (
        <Timeline label={title}>
          {newest.map(({ at, event, level, sn, code, by }, no) => {
            const { Icon, tone } = looks[event]
            const word = t(`event.${event}`, { level: level === null ? '' : levelWord(level) })
            return (
              <TimelineItem
                key={`${at} ${event} ${sn} ${newest.length - no}`}
                icon={<Icon size={16} aria-hidden />}
                tone={tone && statusTone(tone)}
                title={sn === null ? word.replace(/^[:：]\s*/, '') : <Dotted parts={[sn, word]} />}
                at={<Dotted parts={[by?.name, format.instant(at, timeZone)]} />}
              >
                {code !== null && (
                  <p className={rows.place}>{isStatus(code) ? t(`status.${code}`) : words.code(code)}</p>
                )}
              </TimelineItem>
            )
          })}
        </Timeline>
      )}
    </Card>
  )
}
