/** On their way at the same time: two cores are busy with them for some seconds. Chosen. */
const MOST = 50
/** Whoever is not heard of for so long has come to nothing, or speaks to another server. Chosen. */
const ON_ITS_WAY_MS = 10_000
/** Less than a broker lets a login take, and what stands between waits for an answer. */
const WAIT_MS = 45_000

type LetIn = 'at_once' | 'after_waiting' | 'not'

/**
 * Who is let in when thousands come at once. A broker works on all of them side by side, so that none is done for a minute
 * and all give up and come again: of 3,333 that lost their node not one was back after two minutes, and others lost
 * theirs. So few are let in at a time, until each speaks; the others wait without costing anything. The next is who
 * came last, as whoever has waited longest is about to give up.
 */
export const createArrivals = ({ most = MOST, onItsWayMs = ON_ITS_WAY_MS, waitMs = WAIT_MS } = {}) => {
  const onTheirWay = new Map<string, NodeJS.Timeout>()
  /** What each is told, who came first before the others. */
  const waiting = new Map<string, (isLetIn: boolean) => void>()

  const letIn = (gateway: string): void => {
    clearTimeout(onTheirWay.get(gateway))
    onTheirWay.set(gateway, setTimeout(() => arrived(gateway), onItsWayMs).unref())
  }
  const arrived = (gateway: string): void => {
    clearTimeout(onTheirWay.get(gateway))
    if (!onTheirWay.delete(gateway)) return
    const [last, answer] = [...waiting].at(-1) ?? []
    if (last === undefined) return
    letIn(last)
    answer?.(true)
  }

  return {
    /** Not when it has waited for too long, or comes again meanwhile. Else it is on its way from then on. */
    come: (gateway: string): Promise<LetIn> => {
      // A connection asks twice.
      if (onTheirWay.has(gateway) || onTheirWay.size < most) {
        letIn(gateway)
        return Promise.resolve('at_once')
      }
      waiting.get(gateway)?.(false)
      return new Promise((resolve) => {
        const answer = (isLetIn: boolean): void => {
          clearTimeout(patience)
          waiting.delete(gateway)
          resolve(isLetIn ? 'after_waiting' : 'not')
        }
        const patience = setTimeout(answer, waitMs, false).unref()
        waiting.set(gateway, answer)
      })
    },
    /** It speaks, or is not let in after all: the next one may come. */
    arrived,
    onTheirWay: () => onTheirWay.size,
    waiting: () => waiting.size,
    /** Whoever waits is not let in here. */
    close: () => {
      for (const answer of waiting.values()) answer(false)
      for (const timer of onTheirWay.values()) clearTimeout(timer)
      onTheirWay.clear()
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
