import { DeviceError } from './device-error.ts'

export type WebAnswer = { status: number; type: string | null; body: string }

/** How a device wants to be asked. A token is sent over TLS alone. */
export type WebLogin =
  | { kind: 'bearer'; token: string }
  | { kind: 'digest' | 'basic'; user: string; password: string }

/** The pages of one device behind HTTP, asked for one after the other. */
export type Web = {
  /** `path` begins with a slash. Rejects with a `DeviceError` for whatever is no answer; a status of 404 is one. */
  get: (path: string) => Promise<WebAnswer>
}

/** Statuses that say "no such page here". */
const absent = [404, 405, 410, 501]
/** Statuses that say "not you". */
const forbidden = [401, 403]

const parsed = ({ status, type, body }: WebAnswer, path: string): unknown => {
  const page = path.split('?')[0]
  if (forbidden.includes(status))
    throw new DeviceError('login', `The device lets nobody see ${page} without a login, or with this one.`)
  if (status !== 200) throw new DeviceError('garbled', `The device answers ${page} with status ${status}.`)
  try {
    return JSON.parse(body)
  } catch {
    const what = type === null ? '' : ` (${type})`
    throw new DeviceError('garbled', `The device answers ${page} with something that is no JSON${what}.`)
  }
}

/** The JSON of a page; rejects with a `DeviceError` when there is none. */
export const readJson = async (web: Web, path: string): Promise<unknown> => parsed(await web.get(path), path)

/** The JSON of a page that not every device has; null = the device has no such page. */
export const readJsonIfThere = async (web: Web, path: string): Promise<unknown> => {
  const answer = await web.get(path)
  return absent.includes(answer.status) ? null : parsed(answer, path)
}

/**
 * The JSON of a page among others, which a device may show to some and may write as something else: null with its
 * trouble. Rejects what is of the device and not of this page.
 */
export const readJsonAmongOthers = async (
  web: Web,
  path: string,
): Promise<{ value: unknown; trouble: DeviceError | null }> => {
  const answer = await web.get(path)
  if (absent.includes(answer.status)) return { value: null, trouble: null }
  try {
    return { value: parsed(answer, path), trouble: null }
  } catch (error) {
    const isOfPage = answer.status === 200 || forbidden.includes(answer.status)
    if (isOfPage && error instanceof DeviceError) return { value: null, trouble: error }
    throw error
  }
}
