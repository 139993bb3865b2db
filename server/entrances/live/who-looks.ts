import { figuresKey, type FiguresNews, type Looks } from './news.ts'

/** A server that says nothing for so long is gone: three beats of its line. */
export const FORGET_MS = 60_000
/** What was kept back is sent after all to who begins to look within this. */
export const KEEP_MS = 10_000
/** Beyond so many it is forgotten what was kept back: whoever begins to look reads everything anyway. */
const KEPT_MAX = 5_000

const watches = ({ stations }: Looks, station: string): boolean => stations?.has(station) !== false

/**
 * Which news of figures any other server wants, by what each says of itself. News of figures are nearly all there are,
 * and of no use to a server on which nobody has a page open.
 */
export const createWhoLooks = () => {
  const others = new Map<string, { looks: Looks; at: number }>()
  const kept = new Map<string, { news: FiguresNews; at: number }>()

  const forget = (now: number): void => {
    for (const [from, { at }] of others) if (now - at > FORGET_MS) others.delete(from)
    for (const [key, { at }] of kept) if (now - at > KEEP_MS) kept.delete(key)
  }
  /** As much of it as another server has a use for. */
  const wantedOf = (news: FiguresNews): FiguresNews | null => {
    const looking = [...others.values()].filter(({ looks }) => looks.streams)
    if (looking.length === 0) return null
    // Of a station whose devices nobody watches it is enough that its figures moved.
    return news[0] === 'f' || looking.some(({ looks }) => watches(looks, news[1])) ? news : ['f', news[1]]
  }
  const keepBack = (news: FiguresNews, now: number): void => {
    kept.set(
      figuresKey(news, (id) => kept.get(id)?.news),
      { news, at: now },
    )
    if (kept.size > KEPT_MAX) kept.clear()
  }

  return {
    /** Another server has said what its people look at. Gives what was kept back of late and is wanted now. */
    heard: (from: string, looks: Looks, now: number): FiguresNews[] => {
      forget(now)
      others.set(from, { looks, at: now })
      const wanted: FiguresNews[] = []
      for (const [key, { news }] of kept) {
        const part = wantedOf(news)
        if (part === null) continue
        wanted.push(part)
        if (part[0] === news[0]) kept.delete(key)
      }
      return wanted
    },
    left: (from: string): void => void others.delete(from),
    /** What of these to send; the rest is kept for a while. */
    wanted: (all: readonly FiguresNews[], now: number): FiguresNews[] => {
      forget(now)
      return all.flatMap((news) => {
        const part = wantedOf(news)
        if (part?.[0] !== news[0]) keepBack(news, now)
        return part === null ? [] : [part]
      })
    },
  }
}
