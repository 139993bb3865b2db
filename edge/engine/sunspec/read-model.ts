import { DeviceError, lacksRegisters } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { modelBorders, planBlocks, scalePlaces, tornScales, type Block } from './blocks.ts'
import type { ModelWords } from './decode.ts'
import type { Model } from './points.ts'

/** Registers of one request, by the protocol. */
export const LONGEST_BLOCK = 125
/** How often a model is read whose scale factors change meanwhile. No source: chosen. */
const TRIES = 4
/** A model of which so many pieces are refused in a row, and nothing is read, is refused. No source: chosen. */
const MOST_REFUSALS = 12
/** ID and length. */
const HEADER = 2

export type Place = {
  id: number
  address: number
  length: number
  /** Its header can not be read, or says no length: what it has was taken from the definition. */
  isGuessed?: boolean
}
type Piece = { from: number; words: Uint16Array }

/** Reads a block, or what of it a device has: one that refuses a block is asked for its halves, cut between points. */
class PieceReader {
  readonly #registers: ReadableRegisters
  readonly #address: number
  readonly #borders: readonly number[]
  #refusals: DeviceError[] = []
  #hasRead = false

  constructor(registers: ReadableRegisters, address: number, borders: readonly number[]) {
    this.#registers = registers
    this.#address = address
    this.#borders = borders
  }

  async read({ from, count }: Block): Promise<Piece[]> {
    try {
      const words = await this.#registers.read(this.#address + from, count)
      if (from + count > HEADER) this.#hasRead = true
      return [{ from, words }]
    } catch (error) {
      if (!(error instanceof DeviceError) || !lacksRegisters(error)) throw error
      this.#refusals.push(error)
      if (this.#refusals.length > MOST_REFUSALS) this.mustHaveRead()
    }
    const inside = this.#borders.filter((border) => border > from && border < from + count)
    const cut = inside[inside.length >> 1]
    if (cut === undefined) return []
    const first = await this.read({ from, count: cut - from })
    return [...first, ...(await this.read({ from: cut, count: from + count - cut }))]
  }

  /** Throws its refusal where a device gives nothing of a model but its header. */
  mustHaveRead(): void {
    const [refusal] = this.#refusals
    if (!this.#hasRead && refusal !== undefined) throw refusal
  }
}

/** The registers of pieces, and which are in none of them. */
const joined = (pieces: readonly Piece[], total: number): ModelWords => {
  const words = new Uint16Array(total)
  const holes = new Set(words.keys())
  for (const { from, words: own } of pieces) {
    words.set(own, from)
    for (const at of own.keys()) holes.delete(from + at)
  }
  return { words, holes }
}

/**
 * The registers of a model, as far as its points are known. Devices change scale factors at any time (at dusk tenfold):
 * where one does not come in the same answer as what it scales, it is read again afterwards, and everything once more
 * when it was changed. Rejects a refusal, unless it `mayLack` some of them.
 */
export const readModel = async (
  registers: ReadableRegisters,
  model: Model,
  { id, address, length, isGuessed = false }: Place,
  { times, longest, mayLack }: { times: number; longest: number; mayLack: boolean },
): Promise<ModelWords> => {
  const total = Math.min(length + HEADER, model.size + times * (model.group?.size ?? 0))
  const blocks = planBlocks(model, times, total, longest)
  const places = scalePlaces(model)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const pieces: Piece[] = []
    const inPieces = new PieceReader(registers, address, modelBorders(model, times, total))
    for (const block of blocks)
      if (mayLack) pieces.push(...(await inPieces.read(block)))
      else pieces.push({ from: block.from, words: await registers.read(address + block.from, block.count) })
    inPieces.mustHaveRead()
    const said = joined(pieces, total)
    const isOther = [id, length].some((value, at) => !said.holes.has(at) && said.words[at] !== value)
    if (isOther && !isGuessed)
      throw new DeviceError(
        'contradiction',
        `The registers at ${address} said model ${id} with ${length} registers, and then something else.`,
      )
    const own = pieces.map(({ from, words }) => ({ from, count: words.length }))
    const after = said.words.slice()
    for (const { from, count } of tornScales(model, times, own))
      after.set(await registers.read(address + from, count), from)
    if (places.every((place) => said.words[place] === after[place])) return said
  }
  throw new DeviceError(
    'contradiction',
    `The scale factors of model ${id} at ${address} changed at each of ${TRIES} readings.`,
  )
}
