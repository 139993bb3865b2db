/**
 * Where the way out of a trouble is another one with each maker: which words help. Sources: technical note "SunSpec
 * Logging" 2.4 (SolarEdge); manuals.sma.de; manuals.fronius.com 42,0410,2649 and the manual of Primo GEN24; documents
 * of Kostal for Plenticore; docs.evcc.io; threads mkaiser/Sungrow-SHx #535, KRoperUK/sungrow-hass #321,
 * davidrapan/ha-solarman #687 and mletenay/home-assistant-goodwe-inverter #366.
 */
const makers = {
  solaredge: /solar ?edge/i,
  huawei: /huawei|sun2000|smartlogger/i,
  sungrow: /sungrow/i,
  sma: /\bsma\b|^sma-/i,
  fronius: /fronius/i,
  kostal: /kostal|plenticore/i,
  goodwe: /goodwe/i,
  growatt: /growatt/i,
} as const
export type Maker = keyof typeof makers
const isMaker = (name: string): name is Maker => name in makers

/** What of the schemes alone says who is spoken to. */
const byScheme = {
  solarman: 'solarman',
  goodwe: 'goodwe',
  fronius: 'solarApi',
  enphase: 'enphase',
  opendtu: 'opendtu',
  mqtt: 'mqtt',
  'modbus-rtu': 'serial',
} as const
export type Subject = Maker | (typeof byScheme)[keyof typeof byScheme]

/** Who is spoken to, as far as that is known; null = it is not. */
export const subjectOf = (
  scheme: string,
  ...hints: readonly (string | null | undefined)[]
): Subject | null => {
  if (Object.hasOwn(byScheme, scheme)) return byScheme[scheme as keyof typeof byScheme]
  for (const hint of hints) {
    const found = hint && Object.keys(makers).find((name) => isMaker(name) && makers[name].test(hint))
    if (found && isMaker(found)) return found
  }
  return null
}

const general = {
  unreachable: ['power', 'moved'],
  refused: ['switchedOn'],
  timeout: ['oneOnly', 'unit', 'asleep'],
  closed: ['oneOnly'],
  garbled: ['oneOnly', 'unit'],
  exception: ['unit', 'profile'],
  login: ['secret'],
  unrecognised: ['profile'],
  not_sunspec: ['profile'],
} as const
export type General = (typeof general)[keyof typeof general][number]

/** At these troubles what a maker lets a person switch, or is known for, may be the way out. */
const ofSubject: Readonly<Record<string, readonly Subject[] | 'all'>> = {
  refused: 'all',
  unreachable: ['growatt', 'serial', 'mqtt'],
  timeout: 'all',
  closed: ['solarman', 'solaredge', 'huawei', 'sungrow', 'serial'],
  garbled: ['serial'],
  login: ['enphase', 'opendtu', 'mqtt'],
}

/** What to try, the likeliest first: words of a maker, then those for anybody. */
export const wayOut = (
  code: string,
  subject: Subject | null,
): { subject: Subject | null; general: readonly General[] } => {
  const fits = ofSubject[code]
  const own = subject !== null && (fits === 'all' || (fits ?? []).includes(subject))
  const rest: readonly General[] = Object.hasOwn(general, code) ? general[code as keyof typeof general] : []
  return {
    subject: own ? subject : null,
    // The maker's words say the same, and where.
    general: own ? rest.filter((one) => one !== 'switchedOn' && one !== 'secret') : rest,
  }
}
