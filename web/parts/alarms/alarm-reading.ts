/** What rules and devices send along with an alarm, and the unit each name stands for. */
const units = {
  lastHeardAt: '',
  silentMin: 'min',
  silent: '',
  children: '',
  ratedKw: 'kW',
  devices: '',
  inverters: '',
  outputPercent: '%',
  neighboursPercent: '%',
  currentA: 'A',
  medianA: 'A',
  othersA: 'A',
  strings: '',
  percent: '%',
  dispersionPercent: '%',
  deficitPercent: '%',
  habitPercent: '%',
  clearHours: '',
  days: '',
  lostKwh: 'kWh',
  heldSteady: '',
  powerW: 'W',
  peersW: 'W',
  peers: '',
  temperatureC: '°C',
  neighboursC: '°C',
  loadPercent: '%',
  nominalV: 'V',
  lineVoltage: '',
  highestV: 'V',
  lowestV: 'V',
  offPercent: '%',
  frequencyHz: 'Hz',
  nominalHz: 'Hz',
  insulationKohm: 'kΩ',
  groundFaultBit: '',
  limitPercent: '%',
  limitW: 'W',
  limitA: 'A',
  limitC: '°C',
  limitKohm: 'kΩ',
  limitHighV: 'V',
  limitLowV: 'V',
  limitHighHz: 'Hz',
  limitLowHz: 'Hz',
  serial: '',
  concerned: '',
  of: '',
  event: '',
  beforeWh: 'Wh',
  afterWh: 'Wh',
  wrongReadings: '',
  clockBehindMin: 'min',
  clockAheadMin: 'min',
  shownPowerW: 'W',
  ratedW: 'W',
  threshold: '',
  riso_kohm: 'kΩ',
  t: '°C',
  u: 'V',
  p: 'W',
  f: 'Hz',
} as const
type Known = keyof typeof units
/** Names that say the same in the same words. */
const wordOf = {
  riso_kohm: 'insulationKohm',
  t: 'temperatureC',
  p: 'powerW',
  f: 'frequencyHz',
  limitW: 'limit',
  limitA: 'limitCurrent',
  limitC: 'limit',
  limitKohm: 'limit',
  limitPercent: 'limitShare',
  threshold: 'limit',
  limitHighV: 'limitHigh',
  limitHighHz: 'limitHigh',
  limitLowV: 'limitLow',
  limitLowHz: 'limitLow',
  nominalHz: 'nominal',
  nominalV: 'nominal',
} as const
type Other = keyof typeof wordOf
export type ReadingWord = Exclude<Known, Other> | (typeof wordOf)[Other]

type Value = string | number | boolean | null
export type ToldReading = {
  /** The catalogue's word; a device's own name where there is none. */
  word: ReadingWord | null
  name: string
  unit: string
  value: Value
}

const isKnown = (name: string): name is Known => Object.hasOwn(units, name)
const isOther = (name: Known): name is Other => Object.hasOwn(wordOf, name)

/** What they are kept in has an order of its own: they are told in that of the catalogue, the rest after it. */
const order = Object.keys(units)
const placeOf = (name: string): number => (isKnown(name) ? order.indexOf(name) : order.length)
const inOrder = (readings: Readonly<Record<string, Value>>): [string, Value][] =>
  Object.entries(readings).toSorted(([a], [b]) => placeOf(a) - placeOf(b))

/**
 * The readings of an instance, each with what it is called and its unit. What is unknown is left out, and so is the
 * bare threshold of a rule where a limit in a unit of its own stands beside it.
 */
export const toldReadings = (readings: Readonly<Record<string, Value>>): ToldReading[] => {
  const limited = Object.keys(readings).some((name) => name.startsWith('limit'))
  const thresholdUnit = typeof readings['unit'] === 'string' ? readings['unit'] : ''
  return inOrder(readings).flatMap(([name, value]): ToldReading[] => {
    if (value === null || value === '' || name === 'unit') return []
    if (!isKnown(name)) return [{ word: null, name, unit: '', value }]
    if (name === 'threshold') return limited ? [] : [{ word: 'limit', name, unit: thresholdUnit, value }]
    return [{ word: isOther(name) ? wordOf[name] : name, name, unit: units[name], value }]
  })
}
