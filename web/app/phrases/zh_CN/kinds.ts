import type { DeviceKind } from '#domain/devices/kinds.ts'

/** `short` is the name where there is little room or kinds stand side by side. */
const words = (one: string, short = one) => ({
  one,
  short,
  many: short,
  within: short,
  count: `{count} 台${short}`,
})

/** Words of the kinds of devices, for all pages. */
export const kinds = {
  gateway: words('网关'),
  inverter: words('逆变器'),
  optimizer: words('优化器'),
  shutdown: words('监控关断器', '关断器'),
  weather: words('气象站'),
  meter: words('电表'),
  battery: words('电池'),
  combiner: words('汇流箱'),
} as const satisfies Record<DeviceKind, unknown>
