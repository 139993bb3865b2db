import { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
// @peculiar/x509 asks for it, before anything of its own.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

const DAY_MS = 24 * 3_600_000
/** A phone's user adds the authority once; ten years are longer than most installations stay as they are. */
const AUTHORITY_DAYS = 3_650
/** Apple's systems take no server certificate that is valid for more than 825 days, public ones for 398. */
export const LEAF_DAYS = 397
/** Of a common name: RFC 5280, appendix A. */
const LONGEST_NAME = 64
/** Clocks of phones and gateways run behind. */
const BACKDATED_DAYS = 1

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
x509.cryptoProvider.set(webcrypto)

/** Certificate and key, PEM (the key as PKCS #8). */
export type Pair = { cert: string; key: string }

const makeKeys = async (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const pemOfKey = async (key: CryptoKey): Promise<string> =>
  `${x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`

const keyOfPem = async (pem: string): Promise<CryptoKey> => {
  const [der] = x509.PemConverter.decode(pem)
  if (der === undefined) throw new Error('no private key in the file')
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign'])
}

const pemOf = (cert: x509.X509Certificate): string => `${cert.toString('pem')}\n`

/** A certificate authority of one's own, that may sign servers and nothing below them. `now`: epoch ms. */
export const makeAuthority = async (name: string, now: number): Promise<Pair> => {
  const keys = await makeKeys()
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name.slice(0, LONGEST_NAME)] }, { O: ['Sunkeeper'] }],
    notBefore: new Date(now - BACKDATED_DAYS * DAY_MS),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: pemOf(cert), key: await pemOfKey(keys.privateKey) }
}

/**
 * A server's certificate with a new key, for these names and addresses.
 * @throws Error without any name
 */
export const makeLeaf = async (
  authority: Pair,
  names: readonly string[],
  { now, days = LEAF_DAYS }: { now: number; days?: number },
): Promise<Pair> => {
  const [first] = names
  if (first === undefined) throw new Error('a certificate needs a name')
  const keys = await makeKeys()
  const issuer = new x509.X509Certificate(authority.cert)
  const cert = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [first.slice(0, LONGEST_NAME)] }],
    issuer: issuer.subjectName.toJSON(),
    // Not before its issuer, not after it.
    notBefore: new Date(now - BACKDATED_DAYS * DAY_MS),
    notAfter: new Date(Math.min(now + days * DAY_MS, issuer.notAfter.getTime())),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await keyOfPem(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) === 0 ? 'dns' : 'ip', value: name })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: pemOf(cert), key: await pemOfKey(keys.privateKey) }
}
