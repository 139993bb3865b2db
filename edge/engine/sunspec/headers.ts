import { lacksRegisters } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { allModels } from './models/all-models.ts'

/** The ID of the end of a chain. */
export const END = 0xffff
const LAST_ADDRESS = 0xffff
/** Registers of model 1 after its length; makers leave its pad out. */
const identityLengths = [65, 66]
/** What no model is as long as: registers that were never written. */
const never = [0, 0xffff]

export type Header = {
  /** 0 = none stands there. */
  id: number
  length: number
  /** The device does not have the register of its ID. */
  isRefused: boolean
  /** Its length could not be read, and is that of the definition. */
  isGuessed: boolean
}

/** One register; null = the device has none there. */
const wordAt = async (registers: ReadableRegisters, address: number): Promise<number | null> => {
  if (address > LAST_ADDRESS) return null
  try {
    return (await registers.read(address, 1))[0] ?? null
  } catch (error) {
    if (!lacksRegisters(error)) throw error
    return null
  }
}

/** Registers after the length, of a model that has no other number of them; null = it has. */
const usualLength = (id: number): number | null => {
  const model = allModels.get(id)
  return model === undefined || model.group !== null || model.padMayLack ? null : model.size - 2
}

/** Devices that end with the mark alone refuse to read the length behind it. */
export const readHeader = async (registers: ReadableRegisters, address: number): Promise<Header> => {
  let words: Uint16Array | null = null
  try {
    words = await registers.read(address, 2)
  } catch (error) {
    if (!lacksRegisters(error)) throw error
  }
  const id = words === null ? await wordAt(registers, address) : (words[0] ?? 0)
  const said = words?.[1] ?? 0
  const usual = usualLength(id ?? 0)
  // Some devices, and gateways that pass on only what they know, have no length there.
  const isGuessed = usual !== null && never.includes(said)
  if (words === null && id !== END && !isGuessed) return { id: 0, length: 0, isRefused: true, isGuessed }
  return { id: id ?? 0, length: isGuessed ? usual : said, isRefused: id === null, isGuessed }
}

/**
 * Registers of a model 1 that cannot be read, found by the model that stands behind it; null = there is none. A device
 * is asked for those that it always has behind it: those of inverters and meters.
 */
export const modelBehindIdentity = async (
  registers: ReadableRegisters,
  address: number,
): Promise<number | null> => {
  for (const length of identityLengths) {
    const id = await wordAt(registers, address + 2 + length)
    if (id !== null && usualLength(id) !== null) return length
  }
  return null
}

/** Whether a model, or the end of the chain, is at an address. */
export const beginsModel = async (registers: ReadableRegisters, address: number): Promise<boolean> => {
  const id = await wordAt(registers, address)
  return id === END || (id !== null && allModels.has(id))
}
