import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import path from 'node:path'
import { certificateFiles } from '#server/certificate.ts'
import { makeAuthority, makeLeaf, type Pair } from './certificate-maker.ts'

/** Names and addresses under which phones and gateways find this machine, and those given; each once. */
export const machineNames = (extra: readonly string[] = []): string[] => {
  const host = hostname()
  const [short = host] = host.split('.')
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return [
    ...new Set([
      ...extra,
      host,
      `${short}.local`,
      'localhost',
      '127.0.0.1',
      '::1',
      // A link-local address belongs to one cable, and names it in the address.
      ...addresses
        .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
        .map(({ address }) => address),
    ]),
  ]
}

/** Whole or not at all; a key is never readable by anybody else, not even for a moment. */
const write = async (file: string, text: string, mode: number): Promise<void> => {
  const draft = `${file}.new`
  await writeFile(draft, text, { mode })
  await chmod(draft, mode)
  await rename(draft, file)
}

const readPair = async (cert: string, key: string): Promise<Pair | null> => {
  try {
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export type Issued = { authority: 'made' | 'kept'; until: Date; names: readonly string[] }

/**
 * Writes DATA_DIR/tls: the authority's certificate and key (kept while valid, so that phones stay content), the
 * server's certificate and a new key for it. `now`: epoch ms.
 */
export const issueCertificate = async (
  dataDir: string,
  names: readonly string[],
  now: number,
): Promise<Issued> => {
  const files = certificateFiles(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await mkdir(path.dirname(files.cert), { recursive: true, mode: 0o700 })
  const known = await readPair(files.authority, files.authorityKey)
  const usable = known !== null && new X509Certificate(known.cert).validToDate.getTime() > now
  const authority = usable ? known : await makeAuthority(`Sunkeeper at ${hostname()}`, now)
  if (!usable) {
    await write(files.authorityKey, authority.key, 0o600)
    await write(files.authority, authority.cert, 0o644)
  }
  const leaf = await makeLeaf(authority, names, { now })
  await write(files.key, leaf.key, 0o600)
  await write(files.cert, leaf.cert, 0o644)
  return { authority: usable ? 'kept' : 'made', until: new X509Certificate(leaf.cert).validToDate, names }
}
