import {
  CircleAlert,
  CircleDashed,
  Clock,
  Gauge,
  Info,
  Moon,
  Octagon,
  OctagonAlert,
  Power,
  PowerOff,
  Sun,
  TriangleAlert,
  Unplug,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { useLostSince } from '../../kit/time/now.ts'
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

const looks: Record<Status, { tone: string | undefined; Icon: LucideIcon }> = {
  producing: { tone: styles.producing, Icon: Sun },
  grid_connected: { tone: styles.producing, Icon: Sun },
  normal: { tone: styles.producing, Icon: Sun },
  online: { tone: styles.producing, Icon: Power },
  standby: { tone: styles.standby, Icon: Moon },
  curtailed: { tone: styles.curtailed, Icon: Gauge },
  switched_off: { tone: styles.switchedOff, Icon: PowerOff },
  fault: { tone: styles.fault, Icon: TriangleAlert },
  shutdown: { tone: styles.fault, Icon: Octagon },
  offline: { tone: styles.offline, Icon: Unplug },
  disconnected: { tone: styles.offline, Icon: Unplug },
  unknown: { tone: styles.unknown, Icon: CircleDashed },
}

/**
 * Dot, icon and word: a state is never colour alone. `null` (never heard) is unknown. Out of touch with the server it is
 * what was last known, and looks it.
 */
export function StatusPill({ status, plain = false }: { status: Status | null; plain?: boolean }) {
  const t = useTranslations('state')
  const ui = useTranslations('ui')
  const lost = useLostSince() !== null
  const { tone, Icon } = lost ? { tone: styles.offline, Icon: Clock } : looks[status ?? 'unknown']
  return (
    <span className={classes(styles.pill, tone, plain && styles.plain)}>
      <i className={styles.dot} aria-hidden />
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(status ?? 'unknown')}
      {lost && <span className="sr-only">, {ui('stale')}</span>}
    </span>
  )
}

/** The class that gives `--ink`, `--soft` and `--mark` of a state to something drawn by hand. */
export const statusTone = (status: Status | null): string => looks[status ?? 'unknown'].tone ?? ''

/** The icon of a state alone, where the word stands elsewhere. */
export function StatusIcon({ status, size = 16 }: { status: Status | null; size?: number }) {
  const { Icon } = looks[status ?? 'unknown']
  return <Icon size={size} aria-hidden />
}

export type Level = 'very_urgent' | 'emergent' | 'important' | 'prompt'
const levels: Record<Level, { tone: string | undefined; Icon: LucideIcon }> = {
  very_urgent: { tone: styles.veryUrgent, Icon: OctagonAlert },
  emergent: { tone: styles.emergent, Icon: TriangleAlert },
  important: { tone: styles.important, Icon: CircleAlert },
  prompt: { tone: styles.prompt, Icon: Info },
}

/** As `statusTone`, of the level of an alarm; and its icon alone. */
export const levelTone = (level: Level): string => levels[level].tone ?? ''
export const levelIcon = (level: Level): LucideIcon => levels[level].Icon

/** The level of an alarm: icon and word. */
export function LevelPill({ level }: { level: Level }) {
  const t = useTranslations('level')
  const { tone, Icon } = levels[level]
  return (
    <span className={classes(styles.pill, tone)}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(level)}
    </span>
  )
}

/** A neutral pill for a word that is no state. */
export function Tag({ children }: { children: string }) {
  return <span className={classes(styles.pill, styles.offline)}>{children}</span>
}
