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
