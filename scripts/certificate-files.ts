import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import path from 'node:path'
import { certificateFiles } from '#server/roles/certificate.ts'
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

export type Issued = {
  authority: 'made' | 'kept'
  until: Date
  names: readonly string[]
  /** What the certificate before was for and this one is not. */
  dropped: readonly string[]
}

/** `DNS:sun.local, IP Address:192.168.1.4` of a certificate, as they were named. */
const namesIn = (cert: string): string[] =>
  (new X509Certificate(cert).subjectAltName ?? '')
    .split(', ')
    .map((name) => name.replace(/^(?:DNS|IP Address):/, '').replaceAll('"', ''))

/** IPv6 addresses are written in many ways: compared in the shortest. */
const same = (name: string): string =>
  isIPv6(name) ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name.toLowerCase()

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
  const before = await readPair(files.cert, files.key)
  const kept = new Set(names.map(same))
  const dropped = (before === null ? [] : namesIn(before.cert)).map(same).filter((name) => !kept.has(name))
  const leaf = await makeLeaf(authority, names, { now })
  await write(files.key, leaf.key, 0o600)
  await write(files.cert, leaf.cert, 0o644)
  const until = new X509Certificate(leaf.cert).validToDate
  return { authority: usable ? 'kept' : 'made', until, names, dropped }
}
