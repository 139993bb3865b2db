/** A page that has a draft in its hands. `flush` keeps what waits; `again`: what is kept has changed under it. */
type Holder = { flush: () => Promise<void>; again: () => void }

const holders = new Set<{ key: string; holder: Holder }>()
const of = (key: string): Holder[] =>
  [...holders].filter((one) => one.key === key).map(({ holder }) => holder)

/** Who works on which draft on this page, so that what is written to it from elsewhere does not pass them by. */
export const draftsInHand = {
  hold: (key: string, holder: Holder): (() => void) => {
    const one = { key, holder }
    holders.add(one)
    return () => holders.delete(one)
  },
  /** Before a draft is changed from elsewhere: what was typed is part of it. */
  flush: (key: string): Promise<unknown> => Promise.all(of(key).map(({ flush }) => flush())),
  /** Afterwards: the forms begin with it anew. */
  changed: (key: string): void => {
    for (const { again } of of(key)) again()
  },
}
