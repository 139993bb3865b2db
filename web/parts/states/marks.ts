import {
  ArrowDown,
  ArrowUp,
  ChevronsUp,
  CircleDashed,
  CircleOff,
  Equal,
  Flag,
  Info,
  Moon,
  OctagonAlert,
  PowerOff,
  Siren,
  Sun,
  TrendingDown,
  Unplug,
  Wifi,
  ZapOff,
  type LucideIcon,
} from 'lucide-react'
import type { OrderPriority } from '#domain/work-orders/order-states.ts'
import type { Level, Status } from './status-pill.tsx'

/** What draws a state where no word stands beside it: on maps and in tiles. With a word a state is a dot. */
export const stateMarks: Readonly<Record<Status, LucideIcon>> = {
  producing: Sun,
  grid_connected: Sun,
  normal: Sun,
  online: Wifi,
  standby: Moon,
  curtailed: TrendingDown,
  switched_off: PowerOff,
  fault: ZapOff,
  shutdown: CircleOff,
  offline: Unplug,
  disconnected: Unplug,
  unknown: CircleDashed,
}

/** How grave an alarm is. */
export const levelMarks: Readonly<Record<Level, LucideIcon>> = {
  very_urgent: Siren,
  emergent: OctagonAlert,
  important: Flag,
  prompt: Info,
}

/** What is to be done first. */
export const priorityMarks: Readonly<Record<OrderPriority, LucideIcon>> = {
  most_urgent: ChevronsUp,
  high: ArrowUp,
  middle: Equal,
  low: ArrowDown,
}
