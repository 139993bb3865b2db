import { DeviceError, lacksRegisters } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { decode, repeats, room, type Decoded } from './decode.ts'
import { beginsModel, END, modelBehindIdentity, readHeader } from './headers.ts'
import { allModels } from './models/all-models.ts'
import { LONGEST_BLOCK, readModel, type Place } from './read-model.ts'

/** Where chains begin. Source: SunSpec; the last two are numbers of registers taken for addresses, and the other way round. */
const BASES = [40_000, 50_000, 0, 40_001, 39_999]
/** "SunS" */
const MARKER = [0x5375, 0x6e53]
/** More models than any device has: a chain that goes on is no chain. No source: chosen. */
const MOST_MODELS = 256
const LAST_ADDRESS = 0xffff
/** Tried when a device refuses a longer block. No source: chosen. */
const SHORTER = [60, 30]
const IDENTITY = 1

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

const findBase = async (registers: ReadableRegisters): Promise<number> => {
  for (const base of BASES) {
    try {
      const words = await registers.read(base, 2)
      if (MARKER.every((word, index) => words[index] === word)) return base
    } catch (error) {
      if (!lacksRegisters(error)) throw error
    }
  }
  throw new DeviceError(
    'not_sunspec',
    'The device answers, but the SunSpec marker stands at none of 40000, 50000 and 0.',
  )
}

const lies = (says: string): DeviceError =>
  new DeviceError('contradiction', `The chain of SunSpec models contradicts itself: ${says}.`)

const unread = (place: Place, trouble: string | null): ReadModel => ({
  id: place.id,
  address: place.address,
  length: place.length,
  decoded: null,
  trouble,
})

const readOne = async (registers: ReadableRegisters, place: Place, longest: number): Promise<ReadModel> => {
  const model = allModels.get(place.id)
  if (model === undefined) return unread(place, null)
  if (repeats(model, place.length) === null) {
    const says = `model ${place.id} at ${place.address} cannot have ${place.length} registers`
    if (model.hasDrafts) return unread(place, `It follows a draft: ${says}.`)
    // Makers add registers to models, and leave some out: a model of another length is one where the next one follows.
    if (!(await beginsModel(registers, place.address + 2 + place.length))) throw lies(says)
  }
  const times = room(model, place.length)
  const ways = [longest, ...SHORTER.filter((one) => one < longest)].map((block) => ({
    block,
    mayLack: false,
  }))
  for (const { block, mayLack } of [...ways, { block: Math.min(longest, ...SHORTER), mayLack: true }])
    try {
      const { words, holes } = await readModel(registers, model, place, { times, longest: block, mayLack })
      return { ...unread(place, null), decoded: decode(model, words, holes) }
    } catch (error) {
      if (!lacksRegisters(error)) throw error
    }
  return unread(place, `The device refuses to read model ${place.id} at ${place.address}.`)
}

/**
 * All models of a chain in their order, the known ones with their values; rejects with a `DeviceError`. A chain that
 * stops without its end is told as far as it goes, where a device stands in it.
 */
export const readChain = async (
  registers: ReadableRegisters,
  longest = LONGEST_BLOCK,
): Promise<ReadModel[]> => {
  const models: ReadModel[] = []
  let address = (await findBase(registers)) + MARKER.length
  while (models.length < MOST_MODELS) {
    if (address + 1 > LAST_ADDRESS) throw lies(`it runs past register ${LAST_ADDRESS} without an end`)
    const header = await readHeader(registers, address)
    if (header.id === END && models.length > 0) return models
    let place: Place = { ...header, address }
    if (header.id === 0 || header.id === END) {
      const length = await modelBehindIdentity(registers, address)
      if (length !== null) place = { id: IDENTITY, address, length, isGuessed: true }
      else if (header.id === END || models.some(({ id, decoded }) => id !== IDENTITY && decoded !== null))
        return models
      else
        throw lies(
          header.isRefused
            ? `no model can be read at ${address}, and no end stands there`
            : `no model begins at ${address}, where the one before it ends`,
        )
    }
    const { id, length } = place
    if (address + 1 + length > LAST_ADDRESS)
      throw lies(`model ${id} at ${address} with ${length} registers runs past register ${LAST_ADDRESS}`)
    models.push(await readOne(registers, place, longest))
    address += 2 + length
  }
  throw lies(`it has more than ${MOST_MODELS} models`)
}
