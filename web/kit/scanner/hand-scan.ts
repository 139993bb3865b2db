/**
 * A hand scanner types: characters a few milliseconds apart, ended by Enter or Tab. No person is that fast, so what came
 * in that way is a scan wherever the focus was.
 */
export type Typed = { text: string; at: number }
export const nothingTyped: Typed = { text: '', at: 0 }

/** Milliseconds between two keys of a scanner; slow ones over Bluetooth need up to about 50. */
const betweenMs = 60
const shortest = 4

/** The next key: what is gathered now, and the scanned text once it is complete. */
export const typeKey = (typed: Typed, key: string, at: number): { typed: Typed; scanned: string | null } => {
  const fast = at - typed.at <= betweenMs
  if (key === 'Enter' || key === 'Tab')
    return { typed: nothingTyped, scanned: fast && typed.text.length >= shortest ? typed.text : null }
  // Shift and its like come between the characters.
  if ([...key].length !== 1) return { typed, scanned: null }
  return { typed: { text: fast ? typed.text + key : key, at }, scanned: null }
}
