import { DeviceError } from '../engine/device-error.ts'

/** What an error says of itself, also one of the library, which are no `Error`. */
const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** Why no connection came about, as a typed error. */
export const connectError = (error: unknown, where: string): DeviceError => {
  if (error instanceof DeviceError) return error
  const code = fieldOf(error, 'code')
  if (code === 'ECONNREFUSED')
    return new DeviceError(
      'refused',
      `${where} refuses the connection: is Modbus TCP switched on in the device, and the port right?`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new DeviceError('unreachable', `${where} is not known: is the name right?`)
  return new DeviceError(
    'unreachable',
    `${where} cannot be reached${typeof code === 'string' ? ` (${code})` : ''}.`,
  )
}

const exceptions: Readonly<Record<number, string>> = {
  1: 'it does not know this request',
  2: 'it has no such registers',
  3: 'it does not take this request',
  4: 'it failed',
  5: 'it is still busy with a request',
  6: 'it is busy',
  10: 'no device is reached under this unit: try another',
  11: 'no device answers under this unit: try another',
}

/** Why a request had no answer, as a typed error. */
export const answerError = (error: unknown, where: string): DeviceError => {
  if (error instanceof DeviceError) return error
  const exception = fieldOf(error, 'modbusCode')
  if (typeof exception === 'number')
    return new DeviceError(
      'exception',
      `${where} answers with Modbus exception ${exception}: ${exceptions[exception] ?? 'its own'}.`,
      exception,
    )
  if (fieldOf(error, 'errno') === 'ETIMEDOUT')
    return new DeviceError('timeout', `${where} does not answer in time.`)
  return new DeviceError('garbled', `${where} answers something else than what it was asked.`)
}
