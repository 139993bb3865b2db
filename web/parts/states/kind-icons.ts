import type { DeviceKind } from '#domain/devices/kinds.ts'
import {
  BatteryMedium,
  CloudSun,
  Cpu,
  Gauge,
  Merge,
  RadioTower,
  ToggleRight,
  Zap,
  type LucideIcon,
} from 'lucide-react'

/** What stands for a kind of device in lists and trees. */
export const kindIcons: Readonly<Record<DeviceKind, LucideIcon>> = {
  gateway: RadioTower,
  inverter: Zap,
  optimizer: Cpu,
  shutdown: ToggleRight,
  weather: CloudSun,
  meter: Gauge,
  battery: BatteryMedium,
  combiner: Merge,
}
