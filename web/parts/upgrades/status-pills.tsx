import {
  BadgeCheck,
  CircleCheck,
  CircleDot,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  Download,
  FileClock,
  PenLine,
  ScanSearch,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from '../states/status-pill.tsx'
import type { FirmwarePackage, NodeStatus, Task } from './upgrade-queries.ts'
import styles from './upgrades.module.css'

type Look = { tone: Status; Icon: LucideIcon }

const ofTask: Record<Task['status'], Look> = {
  waiting: { tone: 'offline', Icon: Clock },
  sending: { tone: 'standby', Icon: Download },
  distributing: { tone: 'standby', Icon: PenLine },
  verifying: { tone: 'standby', Icon: ScanSearch },
  done: { tone: 'producing', Icon: CircleCheck },
  partly_failed: { tone: 'curtailed', Icon: TriangleAlert },
  failed: { tone: 'fault', Icon: CircleX },
  cancelled: { tone: 'offline', Icon: CircleSlash },
}
const ofNode: Record<NodeStatus, Look> = {
  waiting: ofTask.waiting,
  writing: ofTask.distributing,
  verifying: ofTask.verifying,
  updated: ofTask.done,
  failed: ofTask.failed,
}
const ofPackage: Record<FirmwarePackage['state'], Look> = {
  uploaded: { tone: 'curtailed', Icon: FileClock },
  approved: { tone: 'producing', Icon: BadgeCheck },
  withdrawn: { tone: 'offline', Icon: CircleSlash },
}

const Pill = ({ tone, Icon, word }: Look & { word: string }) => (
  <span className={classes(styles.pill, statusTone(tone))}>
    <Icon size={13} strokeWidth={2.4} aria-hidden />
    {word}
  </span>
)

/** The status of a task or of a level of it; a paused one says that instead while it is open. */
export function TaskPill({ status, paused = false }: { status: Task['status']; paused?: boolean }) {
  const t = useTranslations('upgrades')
  if (paused && isOpen(status)) return <Pill tone="curtailed" Icon={CirclePause} word={t('paused')} />
  return <Pill {...ofTask[status]} word={t(`status.${status}`)} />
}

export function NodePill({ status }: { status: NodeStatus }) {
  const t = useTranslations('upgrades')
  return <Pill {...ofNode[status]} word={t(`node.${status}`)} />
}

/** What has not been withdrawn and still cannot be used says so. */
export function PackagePill({ one }: { one: FirmwarePackage }) {
  const t = useTranslations('upgrades.packages')
  if (one.state === 'approved' && one.blocks.length > 0)
    return <Pill tone="fault" Icon={CircleX} word={t('blocked')} />
  return <Pill {...ofPackage[one.state]} word={t(`state.${one.state}`)} />
}

export function TrialPill() {
  const t = useTranslations('upgrades')
  return <Pill tone="offline" Icon={CircleDot} word={t('trial')} />
}

export const taskTone = (status: Task['status']): string => statusTone(ofTask[status].tone)

export const isOpen = (status: Task['status']): boolean =>
  status === 'waiting' || status === 'sending' || status === 'distributing' || status === 'verifying'
