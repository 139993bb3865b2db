import { ArrowRight, ChevronRight, CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Bar } from './bar.tsx'
import { isOpen, TaskPill } from './status-pills.tsx'
import type { TaskLevel } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

/** The levels in the order in which they are upgraded; each leads to its devices. */
export function LevelsCard({ taskId, levels }: { taskId: string; levels: readonly TaskLevel[] }) {
  const t = useTranslations('upgrades')
  const [first] = levels
  if (first === undefined) return null
  if (levels.length === 1) return <OnlyLevel taskId={taskId} one={first} />
  return (
    <Card flush title={t('task.levels')}>
      <ul className={rows.list}>
        {levels.map((one) => (
          <LevelRow key={one.level} taskId={taskId} one={one} />
        ))}
      </ul>
    </Card>
  )
}

/** How far a level alone is stands in the head already: here is the way to its devices. */
function OnlyLevel({ taskId, one: { level, nodes, code, status } }: { taskId: string; one: TaskLevel }) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const format = useFormat()
  return (
    <Card flush>
      <Rows>
        <Row
          label={levelWord(level)}
          {...(code !== null && { hint: words.code(code) })}
          value={
            nodes.failed > 0 ? (
              <span className={styles.bad}>{t('list.failed', { count: format.number(nodes.failed) })}</span>
            ) : (
              <TaskPill status={status} />
            )
          }
          to={pathTo('upgrade-gateway-level-detail', { taskId, level })}
        />
      </Rows>
    </Card>
  )
}

function LevelRow({ taskId, one }: { taskId: string; one: TaskLevel }) {
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const name = levelWord(one.level)
  return (
    <li>
      <Go to={pathTo('upgrade-gateway-level-detail', { taskId, level: one.level })} className={styles.row}>
        <span className={styles.head}>
          <span className={rows.name}>{name}</span>
          <TaskPill status={one.status} />
          <span className={rows.age}>
            <ChevronRight size={18} aria-hidden />
          </span>
        </span>
        <Bar label={name} percent={one.percent} status={one.status} nodes={one.nodes} />
        <LevelAbout one={one} />
        {one.code !== null && (
          <span className={styles.why}>
            <CircleAlert size={14} aria-hidden />
            {words.code(one.code)}
          </span>
        )}
      </Go>
    </li>
  )
}

/** Versions before and after, devices, bytes, what is left. */
export function LevelAbout({ one }: { one: TaskLevel }) {
  const t = useTranslations('upgrades')
  const words = useUpgradeWords()
  const format = useFormat()
  const join = (versions: readonly string[]): string => versions.join(format.language === 'en' ? ', ' : '、')
  const sending = one.status === 'sending' && one.bytes < one.bytesTotal
  return (
    <>
      <span className={rows.place}>
        <span className={styles.versions}>
          {join(one.before) || t('nodes.unknown')}
          <ArrowRight size={13} aria-hidden />
          {join(one.after)}
        </span>
      </span>
      <span className={rows.place}>
        <Dotted
          parts={[
            t('task.counts', { updated: String(one.nodes.updated), total: String(one.nodes.total) }),
            sending && t('task.bytes', { sent: words.bytes(one.bytes), total: words.bytes(one.bytesTotal) }),
            one.status === 'distributing' &&
              one.writtenPercent !== null &&
              t('task.written', { percent: format.text('share', Math.floor(one.writtenPercent) / 100) }),
            isOpen(one.status) && one.remainingMs !== null && words.left(one.remainingMs),
            one.nodes.failed > 0 && (
              <span key="failed" className={styles.bad}>
                {t('list.failed', { count: String(one.nodes.failed) })}
              </span>
            ),
          ]}
        />
      </span>
    </>
  )
}
