import { inTurn } from './in-turn.ts'

/** At most so many go together. */
const MOST = 500

/**
 * Questions of one key each, asked many at a time: while those before are on their way the others wait, and go together. So
 * thousands that come at once take one connection of the database and a few statements, and each is told what was so after it
 * asked. Where asking fails, all that went together are told.
 */
export const askedTogether = <Key, Value>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | null>) => {
  let waiting: { keys: Set<Key>; found: Promise<ReadonlyMap<Key, Value>> } | null = null
  const turn = inTurn()
  return async (key) => {
    if (waiting === null || waiting.keys.size >= MOST) {
      const keys = new Set<Key>()
      const found = turn(() => {
        if (waiting?.keys === keys) waiting = null
        return find([...keys])
      })
      waiting = { keys, found }
    }
    waiting.keys.add(key)
    return (await waiting.found).get(key) ?? null
  }
}
