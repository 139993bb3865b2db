import * as z from 'zod/mini'

/**
 * What analyses remember of devices, by device and kind of memory. What stands in it came out of a database: of which
 * shape it is, its kind alone knows, and nobody reads it but through the kind.
 */
export type Memory = ReadonlyMap<string, ReadonlyMap<string, object>>

/** One memory as it is kept: of one device, of one kind. */
export type Kept = { kind: string; deviceId: string; value: object }

export type MemoryKind<T extends object> = {
  id: string
  /** null: nothing is remembered of the device, or what is does not parse (another version wrote it): it begins anew. */
  of: (memory: Memory, deviceId: string) => T | null
  /** As `of`, of a single memory that was read by itself. */
  parse: (value: object | undefined) => T | null
  keep: (found: ReadonlyMap<string, T>) => Kept[]
}

/** A kind of memory by the schema of what it holds. */
export const memoryKind = <T extends object>(id: string, schema: z.ZodMiniType<T>): MemoryKind<T> => {
  // A memory is parsed once, however many steps it is read in.
  const known = new WeakMap<object, { value: T | null }>()
  const parse = (value: object | undefined): T | null => {
    if (value === undefined) return null
    const held = known.get(value)
    if (held !== undefined) return held.value
    const parsed = z.safeParse(schema, value)
    const found = { value: parsed.success ? parsed.data : null }
    known.set(value, found)
    return found.value
  }
  return {
    id,
    parse,
    of: (memory, deviceId) => parse(memory.get(deviceId)?.get(id)),
    keep: (found) => [...found].map(([deviceId, value]) => ({ kind: id, deviceId, value })),
  }
}

/** The memory between two steps, to be written into. */
export type OpenMemory = Map<string, Map<string, object>>

export const remember = (memory: OpenMemory, kept: readonly Kept[]): void => {
  for (const { kind, deviceId, value } of kept) {
    const own = memory.get(deviceId)
    if (own === undefined) memory.set(deviceId, new Map([[kind, value]]))
    else own.set(kind, value)
  }
}
