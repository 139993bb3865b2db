import { DeviceError } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { decode, repeats, type Decoded } from './decode.ts'
import { allModels } from './models/all-models.ts'
import { LONGEST_BLOCK, readModel } from './read-model.ts'

/** Where chains begin. Source: SunSpec. */
const BASES = [40_000, 50_000, 0]
/** "SunS" */
const MARKER = [0x5375, 0x6e53]
const END = 0xffff
/** More models than any device has: a chain that goes on is no chain. No source: chosen. */
const MOST_MODELS = 256
const LAST_ADDRESS = 0xffff
/** Tried when a device refuses a longer block. No source: chosen. */
const SHORTER = [60, 30]
/** Modbus: illegal function, address, value. A device says them of registers that it does not have. */
const notThere = [1, 2, 3]

export type ReadModel = {
  id: number
  /** Where its ID stands. */
  address: number
  /** Registers after its length. */
  length: number
  /** null = its points are not known here, or could not be read. */
  decoded: Decoded | null
  /** Why a model whose points are known could not be read: a sentence. */
  trouble: string | null
}

const isAbsent = (error: unknown): boolean =>
  error instanceof DeviceError && notThere.includes(error.exception ?? 0)

const findBase = async (registers: ReadableRegisters): Promise<number> => {
  for (const base of BASES) {
    try {
      const words = await registers.read(base, 2)
      if (MARKER.every((word, index) => words[index] === word)) return base
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  }
  throw new DeviceError(
    'not_sunspec',
    'The device answers, but the SunSpec marker stands at none of 40000, 50000 and 0.',
  )
}

const lies = (says: string): DeviceError =>
  new DeviceError('contradiction', `The chain of SunSpec models contradicts itself: ${says}.`)

/** Devices that end with the mark alone refuse to read the length behind it. */
const readHeader = async (registers: ReadableRegisters, address: number): Promise<Uint16Array> => {
  try {
    return await registers.read(address, 2)
  } catch (error) {
    if (!isAbsent(error)) throw error
    const alone = await registers.read(address, 1).catch(() => null)
    if (alone?.[0] === END) return alone
    throw lies(`no model can be read at ${address}, and no end stands there`)
  }
}

type Place = { id: number; address: number; length: number }

const readOne = async (registers: ReadableRegisters, place: Place, longest: number): Promise<ReadModel> => {
  const model = allModels.get(place.id)
  if (model === undefined) return { ...place, decoded: null, trouble: null }
  const times = repeats(model, place.length)
  const unread = (trouble: string): ReadModel => ({ ...place, decoded: null, trouble })
  if (times === null) {
    const says = `model ${place.id} at ${place.address} cannot have ${place.length} registers`
    if (!model.hasDrafts) throw lies(says)
    return unread(`It follows a draft: ${says}.`)
  }
  for (const block of [longest, ...SHORTER.filter((one) => one < longest)])
    try {
      const decoded = decode(model, await readModel(registers, model, place, { times, longest: block }))
      const counted = model.group?.count == null ? times : decoded.values[model.group.count]
      if (counted === times) return { ...place, decoded, trouble: null }
      return unread(`Model ${place.id} counts ${counted ?? 'no'} groups and has room for ${times}.`)
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  return unread(`The device refuses to read model ${place.id} at ${place.address}.`)
}

/** All models of a chain in their order, the known ones with their values; rejects with a `DeviceError`. */
export const readChain = async (
  registers: ReadableRegisters,
  longest = LONGEST_BLOCK,
): Promise<ReadModel[]> => {
  const models: ReadModel[] = []
  let address = (await findBase(registers)) + MARKER.length
  while (models.length < MOST_MODELS) {
    if (address + 1 > LAST_ADDRESS) throw lies(`it runs past register ${LAST_ADDRESS} without an end`)
    const [id = 0, length = 0] = await readHeader(registers, address)
    if (id === END) return models
    if (id === 0) throw lies(`no model begins at ${address}, where the one before it ends`)
    if (address + 1 + length > LAST_ADDRESS)
      throw lies(`model ${id} at ${address} with ${length} registers runs past register ${LAST_ADDRESS}`)
    models.push(await readOne(registers, { id, address, length }, longest))
    address += 2 + length
  }
  throw lies(`it has more than ${MOST_MODELS} models`)
}
