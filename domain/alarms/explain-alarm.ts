import type { CurveMetric } from '../telemetry/metrics.ts'
import { type AlarmKind, alarmKinds } from './alarm-kinds.ts'
import { codesOfKinds, kindOfCode } from './kind-of-code.ts'
import { makerCodesNamed, makerWords } from './maker-codes.ts'
import { english } from './texts-en.ts'
import { chinese } from './texts-zh.ts'

const languages = { en: english, zh_CN: chinese } as const
export type InBoth<T> = { en: T; zh_CN: T }
export type Explanation = { name: string; cause: string; safety: string; steps: string[] }

const both = <T>(of: (texts: typeof english) => T): InBoth<T> => ({
  en: of(languages.en),
  zh_CN: of(languages.zh_CN),
})

/** Makers as they write themselves, where it is not their name on the wire. */
const makerNames: Readonly<Record<string, string>> = {
  sungrow: 'Sungrow',
  huawei: 'Huawei',
  sma: 'SMA',
  fronius: 'Fronius',
  solaredge: 'SolarEdge',
  growatt: 'Growatt',
  goodwe: 'GoodWe',
  solis: 'Solis',
  sofar: 'Sofar',
  deye: 'Deye',
  enphase: 'Enphase',
  kostal: 'Kostal',
  abb: 'ABB',
  fimer: 'Fimer',
  tigo: 'Tigo',
  hoymiles: 'Hoymiles',
  apsystems: 'APsystems',
  sunspec: 'SunSpec',
}

const nameIn = (texts: typeof english, code: string): string => {
  const words = makerWords(code)
  if (words !== null) return texts === english ? words.en : words.zh_CN
  const kind = kindOfCode(code)
  if (kind !== null) return texts.kinds[kind].name
  const [, maker, own] = /^([A-Za-z][A-Za-z0-9_-]*)\.(.+)$/.exec(code) ?? []
  return maker === undefined || own === undefined
    ? texts.unknown.name(code)
    : texts.unknown.named(own, makerNames[maker.toLowerCase()] ?? maker)
}

export const nameOfCode = (code: string): InBoth<string> => both((texts) => nameIn(texts, code))

/** What a code means, what is to be done and under which condition. Of an unknown code it says that it is unknown. */
export const explainCode = (code: string): InBoth<Explanation> =>
  both((texts) => {
    const kind = kindOfCode(code)
    const { cause, steps } = kind === null ? texts.unknown : texts.kinds[kind]
    const safety = texts.safety[kind === null ? 'isolate_all' : alarmKinds[kind].safe]
    return { name: nameIn(texts, code), cause, safety, steps: [...steps] }
  })

/** Which readings show it; the power of what nobody has explained. */
export const metricsOfCode = (code: string): readonly CurveMetric[] => {
  const kind = kindOfCode(code)
  return kind === null ? ['powerW'] : alarmKinds[kind].metrics
}

/** Codes whose name in either language has this in it, without case. */
export const codesNamed = (search: string): string[] => {
  const wanted = search.toLowerCase()
  const kinds = (Object.keys(alarmKinds) as AlarmKind[]).filter((kind) =>
    [english, chinese].some((texts) => texts.kinds[kind].name.toLowerCase().includes(wanted)),
  )
  return [...new Set([...codesOfKinds(new Set(kinds)), ...makerCodesNamed(search)])]
}
