import { DeviceError } from '../engine/device-error.ts'

/** What a device said of itself, fit for a sentence: ASCII, and not long. */
export const printed = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Why a page did not come, as a typed error. */
export const httpError = (error: unknown, where: string): DeviceError => {
  if (error instanceof DeviceError) return error
  const code = codeOf(error)
  if (code === 'ECONNREFUSED')
    return new DeviceError(
      'refused',
      `${where} refuses the connection: is this the device, and the port right?`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new DeviceError('unreachable', `${where} is not known: is the name right?`)
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED')
    return new DeviceError('closed', `${where} closed the connection.`)
  if (/^(ERR_SSL|EPROTO)/.test(code))
    return new DeviceError('not_tls', `${where} does not speak TLS, or none that is known here.`)
  if (/^(HPE_|ERR_HTTP)/.test(code))
    return new DeviceError('garbled', `${where} answers something that is no HTTP.`)
  return new DeviceError('unreachable', `${where} cannot be reached${code === '' ? '' : ` (${code})`}.`)
}
