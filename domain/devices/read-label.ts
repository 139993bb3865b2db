import { gatewaySerial, isSubDeviceSerial, normaliseSerial, serialKey } from './fields.ts'

/**
 * What a text on a label, in a code or in a pasted list says about serial numbers. `bare`: the code alone; `named`:
 * `SN=…`, `S/N: …`; `address`: a URL; `json`; `gs1`: application identifier 21; `sheet`: one of several codes.
 */
export type LabelKind = 'bare' | 'named' | 'address' | 'json' | 'gs1' | 'sheet'

export type LabelSerial = {
  /** Normalised. */
  sn: string
  kind: LabelKind
  /** A claim code that stands beside the serial. */
  claimCode: string | null
  /** Has the form of a serial number. */
  right: boolean
}

/** A QR code holds at most 7,089 characters; a pasted list of 500 lines about 20,000. Longer texts are cut. */
export const LABEL_MAX = 40_000

type Found = { code: string; claimCode: string | null }

const serialNames = new Set(
  'sn s/n s.n s.n. esn serial serialno serialnr serialnumber devicesn 序列号 设备序列号 设备sn 条码'.split(
    ' ',
  ),
)
const claimNames = new Set(
  'claim claimcode cc pin pic rc checkcode verificationcode 认领码 校验码 验证码 注册码'.split(' '),
)
/** As in the sets above: without spaces, dashes and underscores. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

const nameBefore =
  /(?<![\p{L}\p{N}])(?:(?:S\/N|S\.N\.?|E?SN|Serial(?:[ _-]?(?:No\.?|Nr\.?|Number))?|Device[ _-]?SN|设备序列号|序列号|设备SN|条码)(?:\s*[:=#]|\s)|(?:Claim(?:[ _-]?Code)?|CC|PIN|PIC|RC|Check[ _-]?Code|Verification[ _-]?Code|认领码|校验码|验证码|注册码)\s*[:=#])/giu
const pair = /^["'({[]*([^:=#\s]+(?:[ _-](?:No\.?|Nr\.?|Number|Code|SN))?)["']?(?:\s*[:=#]\s*|\s+)(.*)$/iu
const edges = /^["'(){}[\]<>\s]+|["'(){}[\]<>\s]+$/gu
const bareOf = (text: string): string => text.replaceAll(edges, '')

/** Spaces group the characters of one code, unless each group is a code of its own. */
const codesOf = (line: string): string[] => {
  const tokens = line.split(/\s+/u).map(bareOf).filter(Boolean)
  if (tokens.length <= 1) return tokens
  const right = tokens.filter(isSubDeviceSerial)
  if (right.length === tokens.length) return tokens
  const joined = tokens.join(' ')
  return isSubDeviceSerial(joined) || right.length === 0 ? [joined] : right
}

/** Groups of four, as claim codes are printed. */
const looksLikeClaim = (text: string): boolean => /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){1,7}$/i.test(text)

const named = (text: string): Found[] => {
  const found: Found[] = []
  for (const part of text.replaceAll(nameBefore, '\n$&').split(/[\r\n,;|&\t]+/u)) {
    const [, name = '', value = ''] = pair.exec(part.trim()) ?? []
    const key = plainName(name).replace(/\.$/, '')
    const code = codesOf(value)[0]
    if (code === undefined) continue
    const last = found.at(-1)
    if (serialNames.has(key)) found.push({ code, claimCode: null })
    else if (claimNames.has(key) && last && last.claimCode === null) last.claimCode = bareOf(value)
  }
  return found
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : null

const inJson = (value: unknown, depth = 0): Found[] => {
  if (depth > 6 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((one) => {
      const code = textOf(one)
      return code === null ? inJson(one, depth + 1) : [{ code, claimCode: null }]
    })
  const entries = Object.entries(value)
  const under = (names: ReadonlySet<string>): string | null => {
    const values = entries.map(([name, one]) => (names.has(plainName(name)) ? textOf(one) : null))
    return values.find((one) => one !== null) ?? null
  }
  const code = under(serialNames)
  return [
    ...(code === null ? [] : [{ code, claimCode: under(claimNames) }]),
    ...entries.flatMap(([name, one]) =>
      serialNames.has(plainName(name)) && !Array.isArray(one) ? [] : inJson(one, depth + 1),
    ),
  ]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** From the query (or what follows `#`), else the last part of the path that has the form of a serial. */
const inAddress = (text: string): Found[] => {
  const [beforeHash = '', hash = ''] = text.split('#', 2)
  const [path = '', query = ''] = beforeHash.split('?', 2)
  const params = [query, hash.includes('?') ? (hash.split('?', 2)[1] ?? '') : hash]
    .flatMap((part) => part.split('&'))
    .map((one) => one.split('=', 2))
    .map(
      ([name = '', value = '']) => [plainName(decoded(name)), decoded(value.replaceAll('+', ' '))] as const,
    )
  const under = (names: ReadonlySet<string>): string | undefined =>
    params.find(([name, value]) => names.has(name) && value !== '')?.[1]
  const claimCode = under(claimNames) ?? null
  const code =
    under(serialNames) ??
    path
      .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
      .split('/')
      .map(decoded)
      .findLast(isSubDeviceSerial)
  return code === undefined ? [] : [{ code, claimCode }]
}

/** GS1: `(21)` in the printed form, or after the article number and between group separators in the coded one. */
const inGs1 = (text: string): Found[] => {
  const apart = text.replaceAll('\u001D', '\n')
  const found = /\(21\)([^(\n]+)/.exec(apart) ?? /^\n?01\d{14}(?:1[1357]\d{6})*21([^\n]+)/.exec(apart)
  return found?.[1] ? [{ code: found[1], claimCode: null }] : []
}

const inLines = (text: string): Found[] =>
  text.split(/[\r\n]+/u).flatMap((line): Found[] => {
    const cells = line.split(/[,;|\t、]+/u).flatMap(codesOf)
    const [first, second] = cells
    if (first !== undefined && second !== undefined && cells.length === 2 && looksLikeClaim(second))
      return [{ code: first, claimCode: second }]
    const right = cells.filter(isSubDeviceSerial)
    // A line without any serial is still something that somebody meant: its first cell is judged wrong.
    return (right.length > 0 ? right : cells.slice(0, 1)).map((code) => ({ code, claimCode: null }))
  })

const readings: readonly [
  kind: LabelKind,
  applies: (text: string) => boolean,
  read: (text: string) => Found[],
][] = [
  ['json', (text) => /^[[{]/.test(text), (text) => inJson(parsed(text))],
  ['address', (text) => /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/i.test(text), inAddress],
  ['gs1', () => true, inGs1],
  ['named', () => true, named],
  ['bare', () => true, inLines],
]

const serialsIn = (text: string): LabelSerial[] => {
  const label = text.slice(0, LABEL_MAX).normalize('NFKC').trim()
  for (const [kind, applies, read] of readings) {
    const found = applies(label) ? read(label) : []
    if (found.length === 0) continue
    return found.flatMap(({ code, claimCode }) => {
      const sn = normaliseSerial(code)
      return sn === '' ? [] : [{ sn, kind, claimCode, right: isSubDeviceSerial(sn) }]
    })
  }
  return []
}
const keyOf = ({ sn }: LabelSerial): string => serialKey(sn) || sn

/** All serials that a text names, each once and in its order. Nothing for an empty text; never throws. */
export const readLabel = (text: string): LabelSerial[] => {
  const once = new Map<string, LabelSerial>()
  for (const one of serialsIn(text)) if (!once.has(keyOf(one))) once.set(keyOf(one), one)
  const serials = [...once.values()]
  if (serials.length <= 1) return serials
  return serials.map((one) => (one.kind === 'bare' ? { ...one, kind: 'sheet' } : one))
}

/** The same of a list that a person wrote: what stands there twice comes twice, so that it can be named. */
export const readList = (text: string): LabelSerial[] => serialsIn(text)

/** A gateway's label: its serial, and the claim code when it has one; null when no gateway's serial is on it. */
export const readGatewayLabel = (text: string): { sn: string; claimCode: string | null } | null => {
  const serials = readLabel(text)
  const found = serials.find(({ sn }) => gatewaySerial.safeParse(sn).success)
  if (!found) return null
  // Two codes alone: the second is the claim code, whatever it looks like.
  const beside = serials.length === 2 && serials[0] === found ? serials[1]?.sn : undefined
  return { sn: found.sn, claimCode: found.claimCode ?? beside ?? null }
}
