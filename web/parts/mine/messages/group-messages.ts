type Told = { kind: string; at: number }

/** What comes further apart than this happened at another time. */
const APART_MS = 3_600_000

/** Each of these names what it is about, or somebody waits for the answer. */
const alone = /^(alarm_worse|alarm_quiet_over|control_|month_)/

/** As many as stand under one line: what is opened stays short. */
const MOST = 50

/** Messages of one kind that came one after the other, each within an hour of the one before, in their order. */
export const groupMessages = <T extends Told>(all: readonly T[]): [T, ...T[]][] => {
  const groups: [T, ...T[]][] = []
  for (const one of all) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    const goesOn = before?.kind === one.kind && !alone.test(one.kind) && before.at - one.at <= APART_MS
    if (last && goesOn && last.length < MOST) last.push(one)
    else groups.push([one])
  }
  return groups
}
