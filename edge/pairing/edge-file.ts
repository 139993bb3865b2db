import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type EdgeKeys, makeEdgeKeys } from '#contract/mqtt/sealed.ts'
import { pairedLogin } from './pair.ts'

/** Who this edge is: its login, and the keys that open the secrets of its devices. */
const edgeFile = z.object({
  ...pairedLogin.shape,
  /** Where it was paired. */
  server: z.string(),
  /** SHA-256 of server and code. */
  pairedBy: z.string(),
  keys: z.object({ publicKey: z.string(), privateKey: z.string() }),
})
export type EdgeIdentity = z.infer<typeof edgeFile>

const fileIn = (folder: string): string => join(folder, 'edge.json')

/** null = it was never paired. @throws Error for a file that is none */
export const readIdentity = (folder: string): EdgeIdentity | null => {
  let text: string
  try {
    text = readFileSync(fileIn(folder), 'utf8')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
    throw error
  }
  const parsed = z.safeParse(edgeFile, JSON.parse(text))
  if (!parsed.success) throw new Error(`${fileIn(folder)} is no login of an edge: pair it anew.`)
  return parsed.data
}

/** Whole or not at all, and nobody else's to read. */
export const writeIdentity = (folder: string, identity: EdgeIdentity): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${fileIn(folder)}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(identity, null, 2)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, fileIn(folder))
}

/** Those of before, where there are any: what was sealed to them stays readable. */
export const keysFor = async (before: EdgeIdentity | null): Promise<EdgeKeys> =>
  before?.keys ?? (await makeEdgeKeys())
