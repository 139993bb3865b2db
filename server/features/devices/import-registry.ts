import { parse } from 'csv-parse/sync'
import { normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import {
  isRegistryHead,
  REGISTRY_LINES_MAX,
  type RegistryLine,
  registryLineProblem,
  registryTitle,
} from '#domain/devices/registry-line.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { hashSecret, verifySecret } from '../../platform/broker/credentials.ts'
import { refuse } from '../../platform/refusal.ts'
import { claimCodeHash } from './claim-code.ts'
import { devicesWithSerials } from './serial-store.ts'
import type { Caller } from '../accounts/who.ts'
import { registered, register } from './gateway-store.ts'

type Entry = { no: number; line: RegistryLine }
export type RegistryImport = {
  imported: number
  unchanged: number
  unchangedLines: number[]
  errors: { line: number; sn: string; code: ErrorCode }[]
}

/** @throws Refusal `not_readable` for what is no CSV with the columns it needs, `too_long` for too many lines */
const readCsv = (csv: string): Entry[] => {
  let header: string[] = []
  let rows: { record: RegistryLine; info: { lines: number } }[]
  try {
    rows = parse(csv, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      max_record_size: 10_000,
      columns: (names: string[]) => (header = names.map(registryTitle)),
    }) as unknown as typeof rows
  } catch {
    return refuse('not_readable', { field: 'csv' })
  }
  if (!isRegistryHead(header)) refuse('not_readable', { field: 'csv' })
  if (rows.length > REGISTRY_LINES_MAX) refuse('too_long', { field: 'csv' })
  return rows.map(({ record: line, info }) => ({ no: info.lines, line }))
}

const isSame = async (
  stored: { secret_hash: string; claim_code_hash: Uint8Array },
  { secret, secret_hash: hash, claim_code: claim }: RegistryLine,
): Promise<boolean> =>
  claimCodeHash(claim ?? '').equals(stored.claim_code_hash) &&
  (hash ? hash === stored.secret_hash : verifySecret(secret ?? '', stored.secret_hash))

const importLine = async (
  trx: Db,
  { line }: Entry,
  inUse: ReadonlySet<string>,
  now: number,
): Promise<'imported' | 'unchanged' | 'sn_repeat'> => {
  const sn = normaliseSerial(line.serial ?? '')
  const key = serialKey(sn)
  const stored = await registered(trx, key)
  if (stored) return (await isSame(stored, line)) ? 'unchanged' : 'sn_repeat'
  if (inUse.has(key)) return 'sn_repeat'
  const made = await register(trx, {
    sn_key: key,
    sn,
    model: line.model ?? '',
    secret_hash: line.secret_hash || (await hashSecret(line.secret ?? '')),
    claim_code_hash: claimCodeHash(line.claim_code ?? ''),
    imported_at: new Date(now),
  })
  return made ? 'imported' : 'sn_repeat'
}

/**
 * Takes gateways into the factory registry, from which they are claimed with serial and claim code. A line that is
 * wrong is named and stops no other; a serial keeps the secret and the claim code it came with first.
 * CSV columns: `serial`, `claim_code`, `model` (may be left out), and `secret` (12 characters at least, kept as a hash)
 * or `secret_hash` (as Mosquitto stores it, `$7$...`).
 * @throws Refusal `not_readable`, `too_long`
 */
export const importRegistry = async (
  { db, logins, log }: Pick<Context, 'db' | 'logins' | 'log'>,
  caller: Caller,
  csv: string,
): Promise<RegistryImport> => {
  const entries = readCsv(csv)
  const serials: string[] = []
  const outcome = await transact(db, async (trx) => {
    serials.length = 0
    const result: RegistryImport = { imported: 0, unchanged: 0, unchangedLines: [], errors: [] }
    const keys = entries.map(({ line }) => serialKey(line.serial ?? ''))
    const inUse = new Set((await devicesWithSerials(trx, keys)).map((row) => row.sn_key))
    for (const entry of entries) {
      const found = registryLineProblem(entry.line)?.code ?? (await importLine(trx, entry, inUse, caller.now))
      if (found === 'imported') serials.push(normaliseSerial(entry.line.serial ?? ''))
      if (found === 'unchanged') result.unchangedLines.push(entry.no)
      if (found === 'imported' || found === 'unchanged') result[found] += 1
      else
        result.errors.push({
          line: entry.no,
          sn: normaliseSerial(entry.line.serial ?? '').slice(0, 128),
          code: found,
        })
    }
    await recordDone(trx, caller, {
      companyId: null,
      action: 'registry.import',
      objectKind: 'registry',
      detail: { imported: result.imported, unchanged: result.unchanged, errors: result.errors.length },
    })
    return result
  })
  for (const sn of serials)
    await logins
      .follow(sn)
      .catch((error: unknown) =>
        log.warn({ err: error, gateway: sn }, 'in the registry, the broker is not told yet'),
      )
  return outcome
}
