import { createHash, randomBytes } from 'node:crypto'
import { codeOf, readCode } from '#domain/edges/pairing-code.ts'

export const makePairingCode = (length: number): string => codeOf(randomBytes(length))

/** What is stored and looked for, so that neither the database nor the time of an answer tells a code. */
export const pairingHash = (plain: string): Buffer => createHash('sha256').update(`pairing ${plain}`).digest()

/** Of a code as it was made. */
export const hashOfCode = (code: string): Buffer => pairingHash(readCode(code) ?? '')
