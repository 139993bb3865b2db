import type { DeviceKind } from '#domain/devices/kinds.ts'

const capital = <Text extends string>(text: Text) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}` as Capitalize<Text>
/** `one`, `short` and `many` stand alone, `within` and `count` within a sentence too. */
const words = <One extends string, Many extends string>(one: One, many: Many) =>
  ({
    one: capital(one),
    short: capital(one),
    many: capital(many),
    within: many,
    count: `{count, plural, one {# ${one}} other {# ${many}}}`,
  }) as const

/** Words of the kinds of devices, for all pages. */
export const kinds = {
  gateway: words('gateway', 'gateways'),
  inverter: words('inverter', 'inverters'),
  optimizer: words('optimizer', 'optimizers'),
  shutdown: words('shutdown device', 'shutdown devices'),
  weather: words('weather station', 'weather stations'),
  meter: words('meter', 'meters'),
  battery: words('battery', 'batteries'),
  combiner: words('combiner box', 'combiner boxes'),
} as const satisfies Record<DeviceKind, unknown>
