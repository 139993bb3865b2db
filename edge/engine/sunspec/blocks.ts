import type { Model } from './points.ts'

/** Registers to read in one request: from an address within the model, as many. */
export type Block = { from: number; count: number }

/** Where points begin and end, in their order. */
const ends = (model: Model, times: number): number[] => [
  2,
  ...model.points.map(({ offset, size }) => offset + size),
  ...Array.from({ length: times }).flatMap((_, index) =>
    (model.group?.points ?? []).map(
      ({ offset, size }) => model.size + index * (model.group?.size ?? 0) + offset + size,
    ),
  ),
]

/** Where a model may be cut without tearing a value, in the order of addresses. */
export const modelBorders = (model: Model, times: number, total: number): number[] =>
  [1, ...ends(model, times)].filter((end) => end < total).toSorted((a, b) => a - b)

/** The requests for `total` registers of a model whose group repeats `times`: none longer than `longest`, no value torn. */
export const planBlocks = (model: Model, times: number, total: number, longest: number): Block[] => {
  const borders = ends(model, times).filter((end) => end <= total)
  const groupStarts = new Set(
    Array.from({ length: times }, (_, index) => model.size + index * (model.group?.size ?? 0)),
  )
  const blocks: Block[] = []
  let from = 0
  while (from < total) {
    const reach = borders.filter((end) => end > from && end - from <= longest)
    // A group is read whole where it can be: its values belong together.
    const whole = total - from <= longest ? total : reach.filter((end) => groupStarts.has(end)).at(-1)
    const to = whole ?? reach.at(-1) ?? Math.min(total, from + longest)
    blocks.push({ from, count: to - from })
    from = to
  }
  return blocks
}

/** The blocks in which scale factors stand, where one of them scales what another block holds. */
export const tornScales = (model: Model, times: number, blocks: readonly Block[]): Block[] => {
  const blockOf = (offset: number) =>
    blocks.find(({ from, count }) => offset >= from && offset < from + count)
  const factor = new Map(model.points.map((point) => [point.name, blockOf(point.offset)]))
  const groupOffsets = Array.from(
    { length: times },
    (_, index) => model.size + index * (model.group?.size ?? 0),
  )
  const scaled = [
    ...model.points,
    ...groupOffsets.flatMap((start) =>
      (model.group?.points ?? []).map((point) => ({ ...point, offset: start + point.offset })),
    ),
  ]
  const torn = scaled.flatMap(({ scale, offset }) => {
    const where = typeof scale === 'string' ? factor.get(scale) : undefined
    return where !== undefined && where !== blockOf(offset) ? [where] : []
  })
  return [...new Set(torn)]
}

/** Where the scale factors of a model stand. */
export const scalePlaces = (model: Model): number[] =>
  model.points.filter(({ type }) => type === 'sunssf').map(({ offset }) => offset)
