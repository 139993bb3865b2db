/** Somebody made another's account, gave it more rights or let it in again. */
export type Hand = { by: string; of: string }

/** How long an account stays in the hand of whoever made, raised or let it in, ms. */
export const HAND_MS = 24 * 3_600_000

/** Whoever had a hand in an account, themselves or through others; the account itself is one of them. */
const handsIn = (accountId: string, hands: readonly Hand[]): Set<string> => {
  const found = new Set([accountId])
  // A set goes on over what is added while it is read.
  for (const one of found) for (const { by, of } of hands) if (of === one) found.add(by)
  return found
}

/**
 * Whether two accounts are two people as far as the last day says: neither made, raised or let in the other, and nobody
 * did so for both. Who holds one login could otherwise make the second person, or both.
 */
export const areIndependent = (asker: string, decider: string, hands: readonly Hand[]): boolean =>
  handsIn(asker, hands).isDisjointFrom(handsIn(decider, hands))
