/** Nesting that no message of ours comes near; deeper text is an attack on the parser. */
const DEEPEST = 32
const MOST_VALUES = 50_000

export class UnreadableJson extends Error {
  override name = 'UnreadableJson'
}

const reject = (why: string): never => {
  throw new UnreadableJson(why)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as text. What is no UTF-8 is refused: a replacement would be saved as if somebody had typed it. */
export const readUtf8 = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return reject('no UTF-8')
  }
}

const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const spaceShape = /[ \t\n\r]*/y

/** Where the string that starts at `from` ends; the text's end when it does not. */
const endOfString = (text: string, from: number): number => {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0
    while (text[quote - 1 - escapes] === '\\') escapes += 1
    if (escapes % 2 === 0) return quote + 1
  }
  return text.length
}

/** Depth, keys, numbers and NUL; the form itself is left to JSON.parse, so it takes any text. */
const inspect = (text: string): void => {
  let at = 0
  let values = 0
  const take = (shape: RegExp): string => {
    shape.lastIndex = at
    const found = shape.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (take(spaceShape); at < text.length; take(spaceShape)) {
    const char = text[at] ?? ''
    if (char === '"') {
      const token = text.slice(at, endOfString(text, at))
      at += token.length
      values += 1
      // PostgreSQL cannot store it, and no text of ours needs it.
      if (token.includes('\\u0000') && (JSON.parse(token) as string).includes('\0')) reject('NUL in a text')
      const keys = open.at(-1)
      if (expectsKey && keys) {
        const key = JSON.parse(token) as string
        if (key === '__proto__') reject('__proto__')
        if (keys.has(key)) reject('repeated key')
        keys.add(key)
      }
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const token = take(numberShape) || reject('not JSON')
      const number = Number(token)
      if (!Number.isFinite(number)) reject('number out of range')
      if (/^-?\d+$/.test(token) && !Number.isSafeInteger(number)) reject('whole number that would be rounded')
      values += 1
    } else {
      if (char === '{' || char === '[') {
        if (open.length >= DEEPEST) reject('nested too deeply')
        open.push(char === '{' ? new Set() : null)
        values += 1
      } else if (char === '}' || char === ']') open.pop()
      expectsKey = char === '{' || (char === ',' && (open.at(-1) ?? null) !== null)
      at += 1
    }
    if (values > MOST_VALUES) reject('too many values')
  }
}

/**
 * JSON.parse reads three things otherwise than they were sent: of a repeated key it keeps the last, it turns 1e400
 * into Infinity, and it rounds 9007199254740993. This refuses them, and `__proto__`, NUL, depth and sheer number, before
 * anything is built from the text.
 * @throws UnreadableJson
 */
export const parseStrictJson = (text: string): unknown => {
  try {
    inspect(text)
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof UnreadableJson) throw error
    return reject('not JSON')
  }
}
