/**
 * Words that long common passwords are glued together from. Source: the leading entries of public lists of leaked
 * passwords, names of keyboard rows, and this product's own field; a password made of them alone falls in minutes.
 */
const words = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'motdepasse',
  'contraseña',
  'mima',
  'woaini',
  'woaini1314',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertz',
  'azerty',
  'qazwsx',
  'qazwsxedc',
  'qwer',
  'asdf',
  'zxcv',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '1q2w3e4r',
  '1q2w3e4r5t',
  'q1w2e3r4',
  'abc',
  'abcd',
  'abcdef',
  'abcdefg',
  'a1b2c3',
  'aa',
  'iloveyou',
  'love',
  'letmein',
  'welcome',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'master',
  'superman',
  'batman',
  'trustno1',
  'shadow',
  'michael',
  'jordan',
  'charlie',
  'secret',
  'hello',
  'world',
  'freedom',
  'whatever',
  'starwars',
  'pokemon',
  'computer',
  'internet',
  'google',
  'samsung',
  'changeme',
  'change',
  'default',
  'test',
  'admin',
  'administrator',
  'root',
  'user',
  'guest',
  'login',
  'pass',
  'my',
  'is',
  'the',
  'this',
  'me',
  'a',
  'i',
  'new',
  'long',
  'correct',
  'horse',
  'battery',
  'staple',
  'sunkeeper',
  'solar',
  'inverter',
  'installer',
  'owner',
  'maintainer',
  'demo',
] as const
const known = new Set<string>(words)
const longestWord = Math.max(...words.map((word) => word.length))

const rows = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
]
const walks = rows.flatMap((row) => [row, [...row].reverse().join('')])

/** A run up or down a row, or of one character, from `at`; its length, 0 when shorter than 3. */
const runFrom = (text: string, at: number): number => {
  let same = 1
  while (text[at + same] === text[at]) same += 1
  let walked = 0
  for (const walk of walks) {
    for (let length = Math.min(walk.length, text.length - at); length > walked; length -= 1) {
      if (walk.includes(text.slice(at, at + length))) walked = length
    }
  }
  const run = Math.max(same, walked)
  return run >= 3 ? run : 0
}

const isRepetition = (text: string): boolean =>
  [1, 2, 3, 4, 5].some(
    (unit) =>
      text ===
      text
        .slice(0, unit)
        .repeat(Math.ceil(text.length / unit))
        .slice(0, text.length),
  )

/** What people put around words: figures, signs and spaces, at most so many altogether. */
const filler = /^[0-9!@#$%^&*?._ -]/
const FILLER_MAX = 8

/**
 * True for a password among the first that attackers try: one short piece repeated, runs along the keyboard, or nothing
 * but well-known words, runs and a few figures. Every position is visited once, so the time is linear.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.normalize('NFKC').toLowerCase().slice(0, 128)
  if (isRepetition(text)) return true
  // The least number of filler characters with which the text up to each position can be spelled.
  const spent: number[] = [0]
  const reach = (position: number, filled: number): void => {
    spent[position] = Math.min(spent[position] ?? Infinity, filled)
  }
  for (let at = 0; at < text.length; at += 1) {
    const filled = spent[at] ?? Infinity
    if (filled > FILLER_MAX) continue
    const run = runFrom(text, at)
    for (let length = 3; length <= run; length += 1) reach(at + length, filled)
    for (let length = 1; length <= longestWord; length += 1) {
      if (known.has(text.slice(at, at + length))) reach(at + length, filled)
    }
    if (filler.test(text.slice(at, at + 1))) reach(at + 1, filled + 1)
  }
  return (spent[text.length] ?? Infinity) <= FILLER_MAX
}
