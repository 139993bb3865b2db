import { readFile } from 'node:fs/promises'
import { type SigningKey, signingKeys } from '#domain/upgrades/signing-keys.ts'

export class FirmwareKeysError extends Error {
  override name = 'FirmwareKeysError'
}

/**
 * The public keys whose signatures count, from a file that only the operator writes. It is read each time, so that a
 * revoked key is out at once. Without a file no package is accepted.
 * @throws FirmwareKeysError for a file that is not exactly what it should be: also one with a private key in it
 */
export const readFirmwareKeys = async (file: string): Promise<readonly SigningKey[]> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new FirmwareKeysError(`${file} cannot be read`, { cause: error })
  }
  return parseFirmwareKeys(text, file)
}

export const parseFirmwareKeys = (text: string, file: string): readonly SigningKey[] => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new FirmwareKeysError(`${file} is no JSON`)
  }
  const parsed = signingKeys.safeParse(json)
  if (parsed.success) return parsed.data.keys
  // What stands there may be a secret: only where it is wrong is said.
  const places = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new FirmwareKeysError(`${file} is not a list of public keys: ${places}`)
}
