/** The skeleton of the first paint stands in the page under this name: a style sheet of the app must not move it. */
const taken = 'fp'
const shortNames = new Map<string, string>([[taken, taken]])
// Without an a: what hides advertisements looks for class names like ad.
const letters = 'bcdefghijklmnopqrstuvwxyz'
const inLetters = (no: number): string =>
  (no < letters.length ? '' : inLetters(Math.floor(no / letters.length) - 1)) +
  (letters[no % letters.length] ?? '')
/** Class names of a few letters, in the order they are met: names are a good part of what style sheets weigh. */
export const shortName = (name: string, file: string): string => {
  const key = `${file.replace(/\?.*$/, '')} ${name}`
  const next = inLetters(shortNames.size)
  // Whoever would be called like the skeleton gets the first name, which nobody has: `taken` holds its place.
  const short = shortNames.get(key) ?? (next === taken ? inLetters(0) : next)
  shortNames.set(key, short)
  return short
}
