import { ChevronRight, CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { usePane } from '../../kit/navigation/pane.ts'
import { useNow } from '../../kit/time/now.ts'
import { Bar } from './bar.tsx'
import { isOpen, TaskPill, TrialPill } from './status-pills.tsx'
import { type Task, useTask } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

/** One gateway's upgrade in a list: where it stands, of what, how far, how long still, what it waits for. */
export function TaskRow({ task: listed }: { task: Task }) {
  const t = useTranslations('upgrades')
  const words = useUpgradeWords()
  const format = useFormat()
  const now = useNow()
  const to = pathTo('upgrade-gateway-detail', { taskId: listed.id })
  // Where its page stands beside it, both show what was read last.
  const beside = usePane()?.chosen(to) === true
  const page = useTask(listed.id, beside).data
  const task = beside && page ? page.task : listed
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
      <Go to={to} title={t('task.title')} data-row className={rows.row}>
        <span className={rows.main}>
          <span className={rows.head}>
            <TaskPill status={status} paused={task.paused} />
            {task.trial && <TrialPill />}
            {/* What is usual is said on its page. */}
            {task.mode !== 'normal' && <span className={rows.place}>{t(`mode.${task.mode}`)}</span>}
            <span className={rows.age}>
              {format.age(task.endedAt ?? task.startedAt ?? task.createdAt, now)}
            </span>
          </span>
          <span className={rows.name}>{name}</span>
          <span className={rows.place}>
            <Dotted parts={[station.name, `${task.package.name} ${task.package.version}`]} />
          </span>
          {open && <Bar label={name} percent={task.percent} status={status} />}
          <span className={rows.place}>
            <Dotted
              parts={[
                rest,
                nodes.total > 0 &&
                  t('list.updated', { updated: String(nodes.updated), total: String(nodes.total) }),
                nodes.failed > 0 && (
                  <span key="failed" className={styles.bad}>
                    {t('list.failed', { count: String(nodes.failed) })}
                  </span>
                ),
                !open && task.executor && t('by', { name: task.executor.name }),
              ]}
            />
          </span>
          {task.waitingFor !== null && (
            <span className={styles.why}>{t(`waitingFor.${task.waitingFor}`)}</span>
          )}
          {task.code !== null && (
            <span className={classes(styles.why, status === 'failed' && styles.bad)}>
              <CircleAlert size={14} aria-hidden />
              {words.code(task.code)}
            </span>
          )}
        </span>
        <ChevronRight size={18} className={rows.chevron} aria-hidden />
      </Go>
    </li>
  )
}
