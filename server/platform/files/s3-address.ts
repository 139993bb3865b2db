/** A bucket of an S3-compatible store and the login for it. */
export type S3Address = {
  /** `https://s3.example:9000` */
  readonly origin: string
  readonly bucket: string
  /** Before every name: empty, or ends with a slash. */
  readonly prefix: string
  /** null: as its host says, else `us-east-1`. */
  readonly region: string | null
  readonly key: string
  readonly secret: string
}

/** What an address must be, for a person. */
export const s3Sentence =
  'must be s3://host[:port]/bucket[/prefix], behind it ?region=… and tls=no where they are needed, with key and secret before the host (percent-encoded) or in FILES_KEY and FILES_SECRET'

const bucketShape = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/
const partShape = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/
const options = ['region', 'tls']

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Reads `s3://KEY:SECRET@host[:port]/bucket/prefix?region=…&tls=no`; the login may stand beside it instead. null when it
 * is none: say `s3Sentence`, never the text itself.
 */
export const readS3Address = (
  text: string,
  login: { key?: string | undefined; secret?: string | undefined } = {},
): S3Address | null => {
  if (!URL.canParse(text)) return null
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(text)
  if (protocol !== 's3:' || host === '' || hash !== '') return null
  // Steps upwards would have been taken already, to another bucket.
  if (text.split('?')[0]?.endsWith(`${host}${pathname}`) !== true) return null
  if (![...searchParams.keys()].every((name) => options.includes(name))) return null
  const [bucket = '', ...parts] = pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (!bucketShape.test(bucket) || !parts.every((part) => partShape.test(part))) return null
  const region = searchParams.get('region')
  if (region !== null && !/^[A-Za-z0-9-]{1,40}$/.test(region)) return null
  const tls = searchParams.get('tls') ?? 'yes'
  if (tls !== 'yes' && tls !== 'no') return null
  const origin = `${tls === 'yes' ? 'https' : 'http'}://${host}`
  if (!URL.canParse(origin) || (username === '') !== (password === '')) return null
  const key = username === '' ? login.key : decoded(username)
  const secret = username === '' ? login.secret : decoded(password)
  if (!key || !secret) return null
  return { origin, bucket, prefix: parts.map((part) => `${part}/`).join(''), region, key, secret }
}
