import { ClockAlert, Ear, Octagon, ShieldQuestionMark, Unplug, WifiOff, type LucideIcon } from 'lucide-react'
import { statusTone } from '../states/status-pill.tsx'
import type { Reason } from './use-troubles.ts'

export const looks: Readonly<Record<Reason, { Icon: LucideIcon; tone: string }>> = {
  gateway_silent: { Icon: WifiOff, tone: statusTone('offline') },
  shutdown: { Icon: Octagon, tone: statusTone('fault') },
  device_silent: { Icon: Unplug, tone: statusTone('offline') },
  never_heard: { Icon: Ear, tone: statusTone('offline') },
  clock: { Icon: ClockAlert, tone: statusTone('unknown') },
  quarantine: { Icon: ShieldQuestionMark, tone: statusTone('unknown') },
}
