/** What takes long to answer rests ten times as long before it is asked for again, at most so long, ms. */
const restTimes = 10
const restMost = 10_000

type Turn = { waiting: boolean; reading: boolean; again: boolean; freeAt: number }

/**
 * Reads what live events make old: at once what is quickly answered; sums over a thousand stations seldom, so that a
 * fleet on which something always happens neither takes all of a server nor throws away each answer for the next. What
 * is asked for while it is read is read once more.
 */
export const byTurns = <Key>(
  read: (key: Key) => Promise<unknown>,
  now: () => number = () => performance.now(),
) => {
  const turns = new Map<Key, Turn>()
  const turnOf = (key: Key): Turn => {
    const turn = turns.get(key) ?? {
      waiting: false,
      reading: false,
      again: false,
      freeAt: Number.NEGATIVE_INFINITY,
    }
    turns.set(key, turn)
    return turn
  }
  const begin = async (key: Key, turn: Turn): Promise<void> => {
    turn.waiting = false
    turn.reading = true
    const began = now()
    await read(key).catch(() => undefined)
    turn.reading = false
    turn.freeAt = now() + Math.min(restMost, restTimes * (now() - began))
    if (!turn.again) return
    turn.again = false
    ask(key)
  }
  const ask = (key: Key): void => {
    const turn = turnOf(key)
    if (turn.reading) turn.again = true
    else if (!turn.waiting) {
      const rest = turn.freeAt - now()
      turn.waiting = true
      if (rest > 0) setTimeout(() => void begin(key, turn), rest)
      else void begin(key, turn)
    }
  }
  return ask
}
