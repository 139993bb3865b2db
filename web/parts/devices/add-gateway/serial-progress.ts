import { gatewaySerial, normaliseSerial } from '#domain/devices/fields.ts'

export type SerialProgress = 'empty' | 'right' | 'unfinished' | 'impossible'

const longest = 32

/** How far a serial number has come while it is typed: right, can still become right, or never will. */
export const serialProgress = (typed: string): SerialProgress => {
  const serial = normaliseSerial(typed)
  if (serial === '') return 'empty'
  if (gatewaySerial.safeParse(typed).success) return 'right'
  return /^[A-Z0-9][A-Z0-9-]*$/.test(serial) && !serial.includes('--') && serial.length < longest
    ? 'unfinished'
    : 'impossible'
}
