import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { parseFirmwareKeys } from '#server/features/upgrades/firmware-keys.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'

export type KeyPair = { id: string; publicKey: string; privateKey: KeyObject }

/** An Ed25519 key pair. */
export const makeKeyPair = (id: string): KeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { id, publicKey: String(publicKey.export({ format: 'jwk' }).x), privateKey }
}

const readList = async (file: string): Promise<readonly SigningKey[]> => {
  try {
    return parseFirmwareKeys(await readFile(file, 'utf8'), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const writeList = async (file: string, keys: readonly SigningKey[]): Promise<void> => {
  const text = `${JSON.stringify({ keys }, null, 2)}\n`
  // What the server would not read is not written.
  parseFirmwareKeys(text, file)
  await writeFile(file, text)
}

/** Writes the private key to a new file that only its owner reads, and adds the public one to the list. */
export const addPublicKey = async (
  listFile: string,
  { id, publicKey, privateKey }: KeyPair,
  privateFile: string,
): Promise<void> => {
  const keys = await readList(listFile)
  const added = [...keys, { id, publicKey }]
  parseFirmwareKeys(JSON.stringify({ keys: added }), listFile)
  const secret = { id, privateKey: privateKey.export({ format: 'jwk' }) }
  await writeFile(privateFile, `${JSON.stringify(secret, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await writeList(listFile, added)
}

/** @throws Error when there is no such key */
export const revokeKey = async (listFile: string, id: string): Promise<void> => {
  const keys = await readList(listFile)
  if (!keys.some((key) => key.id === id)) throw new Error(`${listFile} has no key ${id}`)
  await writeList(
    listFile,
    keys.map((key) => (key.id === id ? { ...key, revoked: true } : key)),
  )
}

export const readPrivateKey = async (file: string): Promise<{ id: string; privateKey: KeyObject }> => {
  const { id, privateKey } = JSON.parse(await readFile(file, 'utf8')) as {
    id: string
    privateKey: { kty: string; crv: string; x: string; d: string }
  }
  return { id, privateKey: createPrivateKey({ key: privateKey, format: 'jwk' }) }
}
