import { normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import {
  isRegistryHead,
  REGISTRY_CSV_MAX,
  REGISTRY_LINES_MAX,
  registryColumns,
  registryLineProblem,
  registryTitle,
  type RegistryColumn,
  type RegistryLine,
  type RegistryProblem,
} from '#domain/devices/registry-line.ts'
import { delimiterOf, tableText } from '../table-text.ts'

export type RegistryRow = {
  /** Its line in the table, as a spreadsheet counts: the head is line 1. */
  no: number
  /** Normalised. */
  sn: string
  line: RegistryLine
  /** `twice`: the serial stands further up already, in line `before`. */
  problem: RegistryProblem | { column: 'serial'; code: 'twice'; before: number } | null
}
/** What keeps a whole table from being read. */
export type TableFault =
  | { fault: 'unreadable' | 'empty' }
  | { fault: 'head'; missing: RegistryColumn[]; unknown: string[]; twice: boolean }
  | { fault: 'lines' | 'characters'; found: number }
export type ReadRegistry = TableFault | { fault: null; rows: RegistryRow[] }

/** Titles that a table made here may have, beside those of the API. */
const otherTitles: Readonly<Record<string, RegistryColumn>> = {
  sn: 'serial',
  serial_number: 'serial',
  claimcode: 'claim_code',
  序列号: 'serial',
  密钥: 'secret',
  密钥散列: 'secret_hash',
  认领码: 'claim_code',
  型号: 'model',
}
const titleOf = (title: string): string => {
  const known = registryTitle(title)
  return otherTitles[known] ?? known
}

const headFault = (head: readonly string[]): TableFault => {
  const missing = (['serial', 'claim_code'] as const).filter((one) => !head.includes(one))
  const secret = head.includes('secret') || head.includes('secret_hash')
  const unknown = head.filter((title) => !registryColumns.some((one) => one === title))
  return {
    fault: 'head',
    missing: secret ? missing : [...missing, 'secret'],
    unknown: unknown.map((title) => title.slice(0, 40)).slice(0, 5),
    twice: new Set(head).size < head.length,
  }
}

/** Reads a table of gateways and judges each line as the server will. The parser is loaded with the first table. */
export const readRegistry = async (text: string): Promise<ReadRegistry> => {
  if (text.trim() === '') return { fault: 'empty' }
  const bytes = new TextEncoder().encode(text).length
  if (bytes > REGISTRY_CSV_MAX) return { fault: 'characters', found: bytes }
  const { parse } = await import('csv-parse/browser/esm/sync')
  let found: { record: string[]; info: { lines: number } }[]
  try {
    found = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
    }) as unknown as typeof found
  } catch {
    return { fault: 'unreadable' }
  }
  const [first, ...body] = found
  const head = first?.record.map(titleOf) ?? []
  if (!isRegistryHead(head)) return headFault(head)
  if (body.length === 0) return { fault: 'empty' }
  if (body.length > REGISTRY_LINES_MAX) return { fault: 'lines', found: body.length }
  const seen = new Map<string, number>()
  const rows = body.map(({ record, info }): RegistryRow => {
    const cells = head.map((title, at): [string, string] => [title, (record[at] ?? '').trim()])
    const line: RegistryLine = Object.fromEntries(cells)
    const sn = normaliseSerial(line.serial ?? '')
    const key = serialKey(sn)
    const before = key === '' ? undefined : seen.get(key)
    const problem = registryLineProblem(line)
    if (before === undefined && key !== '' && problem === null) seen.set(key, info.lines)
    return {
      no: info.lines,
      sn,
      line,
      problem: problem ?? (before === undefined ? null : { column: 'serial', code: 'twice', before }),
    }
  })
  return { fault: null, rows }
}

/**
 * A line of the table is a line of text, for the server counts those. Only where blanks do not count: a secret stays as
 * it is, and one that is longer than a line is not sent.
 */
const cellOf = (line: RegistryLine, column: RegistryColumn): string => {
  const text = line[column] ?? ''
  return column === 'serial' || column === 'claim_code' ? text.replaceAll(/[\r\n]+/g, ' ') : text
}

/** These lines as a table that is read back as they are. */
export const registryText = (rows: readonly Pick<RegistryRow, 'line'>[]): string => {
  const used = registryColumns.filter(
    (column) =>
      column === 'serial' ||
      column === 'claim_code' ||
      (column === 'secret' && rows.every(({ line }) => !line.secret_hash)) ||
      rows.some(({ line }) => line[column]),
  )
  return tableText(
    used,
    rows.map(({ line }) => used.map((column) => cellOf(line, column))),
  )
}

/** An empty table with one line that shows its form; without a secret it cannot be imported by mistake. */
export const registryTemplate = (): string =>
  tableText(['serial', 'secret', 'claim_code', 'model'], [['GW2408A00017', '', 'K7QF-93XW', 'EMU-2']])

export type LineResult = {
  no: number
  sn: string
  result: 'imported' | 'known' | 'refused'
  code: string | null
}
type Answered = { unchangedLines: readonly number[]; errors: readonly { line: number; code: string }[] }

/** What became of each line that was sent by `registryText`, by its line in the table that was read. */
export const resultsOf = (sent: readonly RegistryRow[], answer: Answered): LineResult[] => {
  const known = new Set(answer.unchangedLines)
  const refused = new Map(answer.errors.map(({ line, code }) => [line, code]))
  return sent.map(({ no, sn }, at) => {
    // The head is line 1 of what was sent.
    const code = refused.get(at + 2) ?? null
    return { no, sn, code, result: code !== null ? 'refused' : known.has(at + 2) ? 'known' : 'imported' }
  })
}
