import { ArrowRight, CircleAlert, CircleCheck, Clock, Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import { Note } from '../states/note.tsx'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { TextFigure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { StatusPill } from '../states/status-pill.tsx'
import { Bar } from './bar.tsx'
import { isOpen, TaskPill, TrialPill } from './status-pills.tsx'
import type { Task, TaskLevel } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

/** Where it stands, in one number, with what is left and what it waits for. */
export function TaskHead({ task, levels }: { task: Task; levels: readonly TaskLevel[] }) {
  const t = useTranslations('upgrades')
  const words = useUpgradeWords()
  const format = useFormat()
  const { gateway, nodes, station, status } = task
  const level = levels.find((one) => one.level === 'gateway') ?? levels[0]
  const open = isOpen(status)
  const name = gateway.name || gateway.sn
  const took = task.startedAt !== null && task.endedAt !== null ? task.endedAt - task.startedAt : null
  return (
    <>
      <Card>
        <div className={styles.hero}>
          <div>
            <h2 className={styles.title}>
              <Go to={pathTo('gateway-detail', { deviceId: gateway.id })} className={styles.link}>
                {name}
              </Go>
            </h2>
            <p className={rows.place}>
              <Dotted parts={[gateway.name && gateway.sn, station.name]} />
            </p>
          </div>
          <div className={styles.head}>
            <TaskPill status={status} paused={task.paused} />
            {task.trial && <TrialPill />}
            <StatusPill status={gateway.online ? 'online' : 'offline'} plain />
          </div>
          <div className={styles.big}>
            {/* All that could be done is done, and not all of it came to something: no 100 % stands over that. */}
            {!open && nodes.failed > 0 ? (
              <span className={styles.number}>
                {format.number(nodes.updated)}
                <small>/{format.number(nodes.total)}</small>
              </span>
            ) : (
              <span className={styles.number} data-testid="percent">
                {format.number(Math.floor(task.percent))}
                <small>%</small>
              </span>
            )}
            <Versions task={task} level={level} />
          </div>
          <Bar label={t('task.percent')} percent={task.percent} status={status} nodes={nodes} bare />
          <Figures columns={3}>
            <TextFigure
              size="s"
              label={t(open ? 'task.left' : 'task.took')}
              text={
                open
                  ? task.remainingMs === null
                    ? null
                    : words.duration(task.remainingMs)
                  : took === null
                    ? null
                    : words.duration(took)
              }
            />
            <TextFigure size="s" label={t('task.estimate')} text={words.duration(task.estimateMs)} />
            {!open && nodes.failed > 0 ? (
              // How many were updated stands above.
              <TextFigure size="s" label={t('node.failed')} text={format.number(nodes.failed)} />
            ) : (
              <TextFigure
                size="s"
                label={t('task.devices')}
                text={`${nodes.updated}/${nodes.total}`}
                note={nodes.failed > 0 && t('list.failed', { count: String(nodes.failed) })}
              />
            )}
          </Figures>
        </div>
      </Card>
      {status === 'done' && (
        <Note tone="producing" icon={<CircleCheck size={18} />}>
          <p>{t('task.done')}</p>
        </Note>
      )}
      {task.code !== null && (
        <Note
          tone={status === 'failed' ? 'fault' : status === 'cancelled' ? 'offline' : 'curtailed'}
          icon={<CircleAlert size={18} />}
        >
          <p>{t('task.why', { reason: words.code(task.code) })}</p>
        </Note>
      )}
      {task.waitingFor !== null ? (
        <Note tone="standby" icon={<Clock size={18} />}>
          <p>{t(`waitingFor.${task.waitingFor}`)}</p>
        </Note>
      ) : open && task.paused ? (
        <Note tone="curtailed" icon={<Clock size={18} />}>
          <p>{t('task.pausedNote')}</p>
        </Note>
      ) : null}
      {open && !gateway.online && task.waitingFor !== 'gateway' && (
        <Note tone="offline" icon={<Unplug size={18} />}>
          <p>{t('task.gone')}</p>
        </Note>
      )}
    </>
  )
}

/** From which version to which: the gateway's own, or that of the first level where it stays as it is. */
function Versions({ task, level }: { task: Task; level: TaskLevel | undefined }) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const format = useFormat()
  const join = (versions: readonly string[]): string => versions.join(format.language === 'en' ? ', ' : '、')
  const [before, after] = level ? [join(level.before), join(level.after)] : [task.before, task.after]
  return (
    <span className={styles.versions}>
      {level && level.level !== 'gateway' ? (
        <span className={rows.place}>{levelWord(level.level)}</span>
      ) : (
        <span className="sr-only">{t('task.gatewayVersion')}</span>
      )}
      {before || t('nodes.unknown')}
      {after !== before && (
        <span className={styles.after}>
          <ArrowRight size={16} aria-hidden />
          <strong>{after}</strong>
        </span>
      )}
    </span>
  )
}

/** Of what, how, by whom and when, in the station's time. */
export function TaskFacts({ task }: { task: Task }) {
  const t = useTranslations('upgrades')
  const format = useFormat()
  const { timeZone } = task.station
  const facts: readonly (readonly [string, string])[] = [
    [t('task.packageLabel'), `${task.package.name} ${task.package.version}`],
    [t('task.modeLabel'), t(`mode.${task.mode}`)],
    [t('task.executor'), task.executor?.name ?? t('system')],
    [t('task.created'), format.instant(task.createdAt, timeZone)],
    ...(task.startedAt === null
      ? []
      : [[t('task.started'), format.instant(task.startedAt, timeZone)] as const]),
    ...(task.endedAt === null ? [] : [[t('task.ended'), format.instant(task.endedAt, timeZone)] as const]),
  ]
  return (
    <Card>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
