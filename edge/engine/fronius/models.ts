/**
 * Models of Fronius by the device type (`DT`) that their loggers say; 1 is every Gen24, which says no more. Source: table
 * of device types in Fronius' Solar API V1 (42,0410,2012).
 */
const names: Readonly<Record<number, string>> = {
  1: 'Gen24',
  67: 'Primo 15.0-1 208-240',
  68: 'Primo 12.5-1 208-240',
  69: 'Primo 11.4-1 208-240',
  70: 'Primo 10.0-1 208-240',
  71: 'Symo 15.0-3 208',
  72: 'Eco 27.0-3-S',
  73: 'Eco 25.0-3-S',
  75: 'Primo 6.0-1',
  76: 'Primo 5.0-1',
  77: 'Primo 4.6-1',
  78: 'Primo 4.0-1',
  79: 'Primo 3.6-1',
  80: 'Primo 3.5-1',
  81: 'Primo 3.0-1',
  82: 'Symo Hybrid 4.0-3-S',
  83: 'Symo Hybrid 3.0-3-S',
  84: 'IG Plus 120 V-1',
  85: 'Primo 3.8-1 208-240',
  86: 'Primo 5.0-1 208-240',
  87: 'Primo 6.0-1 208-240',
  88: 'Primo 7.6-1 208-240',
  90: 'Symo 24.0-3 480',
  91: 'Symo 22.7-3 480',
  92: 'Symo 20.0-3 480',
  93: 'Symo 17.5-3 480',
  94: 'Symo 15.0-3 480',
  95: 'Symo 12.5-3 480',
  96: 'Symo 10.0-3 480',
  97: 'Symo 12.0-3 208-240',
  98: 'Symo 10.0-3 208-240',
  99: 'Symo Hybrid 5.0-3-S',
  101: 'Primo 8.2-1 208-240',
  102: 'Primo 8.2-1',
  105: 'Symo 7.0-3-M',
  106: 'Galvo 3.1-1 208-240',
  107: 'Galvo 2.5-1 208-240',
  108: 'Galvo 2.0-1 208-240',
  109: 'Galvo 1.5-1 208-240',
  110: 'Symo 6.0-3-M',
  111: 'Symo 4.5-3-M',
  112: 'Symo 3.7-3-M',
  113: 'Symo 3.0-3-M',
  114: 'Symo 17.5-3-M',
  115: 'Symo 15.0-3-M',
  116: 'Agilo 75.0-3 Outdoor',
  117: 'Agilo 100.0-3 Outdoor',
  118: 'IG Plus 55 V-1',
  119: 'IG Plus 55 V-2',
  121: 'Symo 20.0-3-M',
  122: 'Symo 5.0-3-M',
  123: 'Symo 8.2-3-M',
  124: 'Symo 6.7-3-M',
  125: 'Symo 5.5-3-M',
  126: 'Symo 4.5-3-S',
  127: 'Symo 3.7-3-S',
  128: 'IG Plus 60 V-2',
  129: 'IG Plus 60 V-1',
  131: 'IG Plus 25 V-1',
  132: 'IG Plus 100 V-3',
  133: 'Agilo 100.0-3',
  136: 'IG 50',
  137: 'IG Plus 30 V-1',
  170: 'IG Plus 150 V-3',
  171: 'IG Plus 120 V-3',
  172: 'IG Plus 100 V-2',
  173: 'IG Plus 100 V-1',
  174: 'IG Plus 70 V-2',
  175: 'IG Plus 70 V-1',
  176: 'IG Plus 50 V-1',
  177: 'IG Plus 35 V-1',
  190: 'IG TL 3.0',
  191: 'IG TL 4.0',
  192: 'IG TL 5.0',
  193: 'IG TL 3.6',
  195: 'IG TL 4.6',
  208: 'IG Plus 50',
  209: 'IG Plus 100',
  210: 'IG Plus 100',
  211: 'IG Plus 150',
  212: 'IG Plus 35',
  213: 'IG Plus 70',
  214: 'IG Plus 70',
  215: 'IG Plus 120',
  224: 'Galvo 3.0-1',
  225: 'Galvo 2.5-1',
  226: 'Galvo 2.0-1',
  228: 'Galvo 1.5-1',
  230: 'Agilo 75.0-3',
  232: 'Symo 10.0-3-M',
  233: 'Symo 12.5-3-M',
  234: 'IG 5100',
  235: 'IG 4000',
  237: 'IG 3000',
  238: 'IG 2000',
  244: 'IG 500',
  245: 'IG 400',
  246: 'IG 300',
  247: 'Symo 3.0-3-S',
  248: 'Galvo 3.1-1',
  250: 'IG 40',
  252: 'IG 30',
  253: 'IG 20',
  254: 'IG 15',
}

const GEN24 = 1
/** W of a kW. */
const KILO = 1000

export type FroniusModel = {
  name: string | null
  /** W; null = its name does not say. */
  ratedW: number | null
  /** null = its name does not say. */
  phases: 1 | 3 | null
  isGen24: boolean
}

/** What the name of a model says: kW and phases stand in it, as in "Primo 5.0-1". */
export const froniusModel = (type: number | null): FroniusModel => {
  const name = type === null ? null : (names[type] ?? null)
  const [, power, phases] = /(\d+\.\d)-([13])\b/.exec(name ?? '') ?? []
  return {
    name,
    ratedW: power === undefined ? null : Math.round(Number(power) * KILO),
    phases: phases === undefined ? null : phases === '1' ? 1 : 3,
    isGen24: type === GEN24,
  }
}
