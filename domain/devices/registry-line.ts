import { line as text } from '../accounts/fields.ts'
import type { ErrorCode } from '../errors.ts'
import { gatewaySerial, normaliseSerial } from './fields.ts'
import { CLAIM_CODE_MAX, MODEL_MAX } from './limits.ts'

/** Lines of one import into the factory registry. A gateway's secret is stretched for each. */
export const REGISTRY_LINES_MAX = 2_000
/** Characters of the table, its head included. */
export const REGISTRY_CSV_MAX = 900_000
export const SECRET_MIN = 12
export const SECRET_MAX = 256

export const registryColumns = ['serial', 'secret', 'secret_hash', 'claim_code', 'model'] as const
export type RegistryColumn = (typeof registryColumns)[number]
/** A gateway of the factory as a table tells of it; what is missing or empty was not said. */
export type RegistryLine = Partial<Record<RegistryColumn, string>>

/** Rounds of a stored secret that are still worked through. */
export const STRETCHES_MAX = 1_000_000
/** Rounds, salt and hash of a stored secret. */
export const storedSecretShape = /^\$7\$(\d{1,7})\$([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]{86}==)$/
/** Whether a text is a stored secret of the `$7$` form (PBKDF2-SHA512) with a sensible number of rounds. */
export const isStoredSecret = (text: string): boolean => {
  const rounds = Number(storedSecretShape.exec(text)?.[1] ?? 0)
  return rounds >= 1 && rounds <= STRETCHES_MAX
}

/** A title of a column, in the form in which it is known. */
export const registryTitle = (title: string): string => title.trim().toLowerCase().replaceAll(' ', '_')

/** Whether these columns, each in its known form, say all that a line needs, once, and nothing else. */
export const isRegistryHead = (titles: readonly string[]): boolean =>
  titles.every((title) => registryColumns.some((one) => one === title)) &&
  new Set(titles).size === titles.length &&
  titles.includes('serial') &&
  titles.includes('claim_code') &&
  (titles.includes('secret') || titles.includes('secret_hash'))

export type RegistryProblem = {
  column: RegistryColumn
  code: Extract<ErrorCode, 'required' | 'sn_format' | 'too_long' | 'invalid_input'>
}

/** What is wrong with a line by itself; null when it can be imported unless its serial is in use. */
export const registryLineProblem = ({
  serial = '',
  secret = '',
  secret_hash: hash = '',
  claim_code: claim = '',
  model = '',
}: RegistryLine): RegistryProblem | null => {
  if (serial === '') return { column: 'serial', code: 'required' }
  if (claim === '') return { column: 'claim_code', code: 'required' }
  if (secret === '' && hash === '') return { column: 'secret', code: 'required' }
  if (!gatewaySerial.safeParse(serial).success) return { column: 'serial', code: 'sn_format' }
  if (normaliseSerial(claim).length > CLAIM_CODE_MAX) return { column: 'claim_code', code: 'too_long' }
  if (secret.length > SECRET_MAX) return { column: 'secret', code: 'too_long' }
  if (secret !== '' && hash !== '') return { column: 'secret_hash', code: 'invalid_input' }
  if (secret !== '' && (secret.length < SECRET_MIN || /\p{Cc}/u.test(secret)))
    return { column: 'secret', code: 'invalid_input' }
  if (hash !== '' && !isStoredSecret(hash)) return { column: 'secret_hash', code: 'invalid_input' }
  return text(MODEL_MAX).safeParse(model).success ? null : { column: 'model', code: 'invalid_input' }
}
