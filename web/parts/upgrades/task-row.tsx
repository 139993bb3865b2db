import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Bar } from './bar.tsx'
import { isOpen, TaskPill, TrialPill } from './status-pills.tsx'
import type { Task } from './upgrade-queries.ts'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

/** One gateway's upgrade in a list: where it stands, of what, how far, how long still, what it waits for. */
export function TaskRow({ task }: { task: Task }) {
  const t = useTranslations('upgrades')
  const words = useUpgradeWords()
  const format = useFormat()
  const now = useNow()
  const { gateway, nodes, station, status } = task
  const open = isOpen(status)
  const name = gateway.name || gateway.sn
  const rest =
    !open || status === 'waiting'
      ? null
      : task.remainingMs === null
        ? t('measuring')
        : words.left(task.remainingMs)
  return (
    <li>
      <Go
        to={pathTo('upgrade-gateway-detail', { taskId: task.id })}
        title={t('task.title')}
        data-row
        className={styles.row}
      >
        <span className={styles.head}>
          <TaskPill status={status} paused={task.paused} />
          {task.trial && <TrialPill />}
          <span className={styles.end}>
            {format.age(task.endedAt ?? task.startedAt ?? task.createdAt, now)}
          </span>
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>
          <Dotted
            parts={[
              station.name,
              `${task.package.name} ${task.package.version}`,
              // What is usual is said on its page.
              task.mode !== 'normal' && t(`mode.${task.mode}`),
            ]}
          />
        </span>
        {open && <Bar label={name} percent={task.percent} status={status} />}
        <span className={styles.quiet}>
          <Dotted
            parts={[
              rest,
              nodes.total > 0 &&
                t('list.updated', { updated: String(nodes.updated), total: String(nodes.total) }),
              task.executor && t('by', { name: task.executor.name }),
              nodes.failed > 0 && (
                <span key="failed" className={styles.bad}>
                  {t('list.failed', { count: String(nodes.failed) })}
                </span>
              ),
            ]}
          />
        </span>
        {task.waitingFor !== null && <span className={styles.why}>{t(`waitingFor.${task.waitingFor}`)}</span>}
        {task.code !== null && (
          <span className={classes(styles.why, status === 'failed' && styles.bad)}>
            <CircleAlert size={14} aria-hidden />
            {words.code(task.code)}
          </span>
        )}
      </Go>
    </li>
  )
}
