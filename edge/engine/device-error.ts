/** Why a device could not be read. */
export type DeviceTrouble =
  /** Its address, or what was asked for, cannot be: nothing was sent. */
  | 'address'
  /** Its name or network is not known, or nothing answers there. */
  | 'unreachable'
  /** The machine is there, but nothing listens at that port. */
  | 'refused'
  | 'timeout'
  /** It ended the connection. */
  | 'closed'
  /** It answered something that is no answer to what was asked. */
  | 'garbled'
  /** It said no; `exception` is its code. */
  | 'exception'
  /** It wants a password or token, or another one. */
  | 'login'
  /** It answers, and no profile knows it. */
  | 'unrecognised'
  /** It speaks Modbus and no SunSpec. */
  | 'not_sunspec'
  /** What it says contradicts itself. */
  | 'contradiction'
  /** It speaks no TLS where TLS was spoken to it. */
  | 'not_tls'
  /** Nobody vouches for its certificate, or it shows another one than before. */
  | 'certificate'
  /** Of a mapping nothing came, or nothing that could be used. */
  | 'mapping'
  /** It is no device that can be read yet. */
  | 'unsupported'

/** The message is an English sentence for a person. */
export class DeviceError extends Error {
  readonly reason: DeviceTrouble
  /** The code of a Modbus exception, 1 to 255; null = there was none. */
  readonly exception: number | null
  constructor(reason: DeviceTrouble, message: string, exception: number | null = null) {
    super(message)
    this.name = 'DeviceError'
    this.reason = reason
    this.exception = exception
  }
}

/** Modbus: illegal function, address, value. */
const notThere = [1, 2, 3]
/** Modbus: the device failed. Some say it of registers that they do not have. */
const FAILED = 4
/** Whether a device said that it does not have the registers that it was asked for. */
export const lacksRegisters = (error: unknown): boolean =>
  error instanceof DeviceError && error.exception !== null && notThere.includes(error.exception)
/** Whether it failed: of registers that it does not have, or for now. */
export const hasFailed = (error: unknown): boolean =>
  error instanceof DeviceError && error.exception === FAILED
