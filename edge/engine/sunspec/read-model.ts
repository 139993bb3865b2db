import { DeviceError } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { planBlocks, scalePlaces, tornScales } from './blocks.ts'
import type { Model } from './points.ts'

/** Registers of one request, by the protocol. */
export const LONGEST_BLOCK = 125
/** How often a model is read whose scale factors change meanwhile. No source: chosen. */
const TRIES = 4

/**
 * All registers of a model. Devices change scale factors at any time (at dusk tenfold): where one does not come in the
 * same answer as what it scales, it is read again afterwards, and everything once more when it was changed.
 */
export const readModel = async (
  registers: ReadableRegisters,
  model: Model,
  { id, address, length }: { id: number; address: number; length: number },
  { times, longest }: { times: number; longest: number },
): Promise<Uint16Array> => {
  const total = length + 2
  const blocks = planBlocks(model, times, total, longest)
  const again = tornScales(model, times, blocks)
  const places = scalePlaces(model)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const words = new Uint16Array(total)
    for (const { from, count } of blocks) words.set(await registers.read(address + from, count), from)
    if (words[0] !== id || words[1] !== length)
      throw new DeviceError(
        'contradiction',
        `The registers at ${address} said model ${id} with ${length} registers, and then something else.`,
      )
    const after = words.slice()
    for (const { from, count } of again) after.set(await registers.read(address + from, count), from)
    if (places.every((place) => words[place] === after[place])) return words
  }
  throw new DeviceError(
    'contradiction',
    `The scale factors of model ${id} at ${address} changed at each of ${TRIES} readings.`,
  )
}
