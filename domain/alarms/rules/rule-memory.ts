/**
 * What share of its neighbours' current a tracker usually gives: one string beside two. It tells where nobody entered
 * which string ends where, and where the neighbours disagree. Mornings and afternoons are learned apart, and only in
 * strong light: where the two differ the trackers see different skies, and nothing is said of them.
 */
export type Learned = Record<string, readonly number[]>

/** By inverter. */
export type RuleMemory = ReadonlyMap<string, Learned>
