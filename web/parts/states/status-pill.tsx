import { Clock, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { useLostSince } from '../../kit/time/now.ts'
import { levelMarks, stateMarks } from './marks.ts'
import styles from './status-pill.module.css'

/** The conditions of a station, the states of a device, and being reachable. */
export type Status =
  | 'producing'
  | 'standby'
  | 'curtailed'
  | 'switched_off'
  | 'fault'
  | 'offline'
  | 'unknown'
  | 'online'
  | 'grid_connected'
  | 'normal'
  | 'shutdown'
  | 'disconnected'

const tones: Readonly<Record<Status, string | undefined>> = {
  producing: styles.producing,
  grid_connected: styles.producing,
  normal: styles.producing,
  online: styles.producing,
  standby: styles.standby,
  curtailed: styles.curtailed,
  switched_off: styles.switchedOff,
  fault: styles.fault,
  shutdown: styles.fault,
  offline: styles.offline,
  disconnected: styles.offline,
  unknown: styles.unknown,
}

/**
 * Dot and word: a state is never colour alone. `null` (never heard) is unknown. Out of touch with the server it is what
 * was last known, and a clock stands in the place of the dot.
 */
export function StatusPill({ status, plain = false }: { status: Status | null; plain?: boolean }) {
  const t = useTranslations('state')
  const ui = useTranslations('ui')
  const lost = useLostSince() !== null
  return (
    <span className={classes(styles.pill, lost ? styles.offline : statusTone(status), plain && styles.plain)}>
      {lost ? <Clock size={12} strokeWidth={2.4} aria-hidden /> : <StateDot />}
      {t(status ?? 'unknown')}
      {lost && <span className="sr-only">, {ui('stale')}</span>}
    </span>
  )
}

/** The class that gives `--ink`, `--soft` and `--mark` of a state to something drawn by hand. */
export const statusTone = (status: Status | null): string => tones[status ?? 'unknown'] ?? ''

/** The dot of a state before its word, in the colours of what it stands in. */
export const StateDot = () => <i className={styles.dot} aria-hidden />

/** The mark of a state alone, where no word stands beside it. */
export function StatusIcon({ status, size = 16 }: { status: Status | null; size?: number }) {
  const Icon = stateMarks[status ?? 'unknown']
  return <Icon size={size} aria-hidden />
}

export type Level = 'very_urgent' | 'emergent' | 'important' | 'prompt'
const levels: Readonly<Record<Level, string | undefined>> = {
  very_urgent: styles.veryUrgent,
  emergent: styles.emergent,
  important: styles.important,
  prompt: styles.prompt,
}

/** As `statusTone`, of the level of an alarm; and its icon alone. */
export const levelTone = (level: Level): string => levels[level] ?? ''
export const levelIcon = (level: Level): LucideIcon => levelMarks[level]

/** The level of an alarm: icon and word. */
export function LevelPill({ level }: { level: Level }) {
  const t = useTranslations('level')
  const Icon = levelMarks[level]
  return (
    <span className={classes(styles.pill, levels[level])}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(level)}
    </span>
  )
}

/** A neutral pill for a word that is no state. */
export function Tag({ children }: { children: string }) {
  return <span className={classes(styles.pill, styles.offline)}>{children}</span>
}
