import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Forms that nothing but a secret has. */
const forms: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{40}/],
  ['a cloud access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of a code host', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50}|glpat-[\w-]{20})/],
  ['a token of a package registry', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of a chat', /\bxox[abprs]-[A-Za-z0-9-]{20}/],
  ['a key of a payment service', /\b[rs]k_live_[A-Za-z0-9]{20}/],
  ['a key of a web service', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a signed token', /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{20,}/],
  [
    'an address with a password',
    /\b[a-z]+:\/\/[^\s:/@'"`${}]+:(?!(?:password|PASSWORD|secret)@)[^\s:/@'"`${}]{6,}@[\w.-]+\.[a-z]{2,}/,
  ],
]

/** A value given to something whose name says that it is secret. */
const assignment =
  /(?:secret|passwor[dt]|passwd|token|api_?key|private_?key|credential)\w*['"]?\s*[:=]\s*['"`]([\w+/=.-]{20,200})['"`]/gi

/** Bits a character, as Shannon counts them. */
export const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  )
}

/** Random letters and figures have well above four bits each at these lengths; words with dashes have less, or no figures. */
const looksRandom = (value: string): boolean =>
  entropy(value) >= 4 &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !/^[a-z]+(?:[-_.][a-z0-9]+)+$/.test(value)

/** What in a text is a secret, named without repeating it. */
export const secretsIn = (text: string): string[] => [
  ...forms.filter(([, pattern]) => pattern.test(text)).map(([what]) => what),
  ...[...text.matchAll(assignment)]
    .filter(([, value = '']) => looksRandom(value))
    .map(([all]) => `a random value in ${all.slice(0, 24)}…`),
]

const LARGEST = 2 * 1024 * 1024

const outside = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report'])

/** What version control knows; in a copy without it, all that is not made or installed. */
const sourcesOf = (root: string): string[] =>
  existsSync(join(root, '.git'))
    ? execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 25 }).split('\0')
    : globSync('**/*', { cwd: root, exclude: (name) => outside.has(name) })

/** The files of the repository and those of the built app. */
export const filesToSearch = (root: string): string[] => {
  const built = globSync('dist/h5/**/*.{js,css,html,json}', { cwd: root })
  return [...sourcesOf(root), ...built].filter((file) => {
    const path = join(root, file)
    return file !== '' && existsSync(path) && statSync(path).isFile() && statSync(path).size <= LARGEST
  })
}

/** What only looks like one: where, and why it is none. */
const known: Readonly<Record<string, string>> = {
  'server/platform/broker/credentials.test.ts':
    'a secret of a made-up gateway, of which the test wants the stored form',
}

/** `file: what` for each secret found. */
export const searchFiles = (root: string, files: readonly string[]): string[] =>
  files.flatMap((file) => {
    const bytes = readFileSync(join(root, file))
    if (bytes.includes(0) || Object.hasOwn(known, file)) return []
    return secretsIn(bytes.toString('utf8')).map((what) => `${file}: ${what}`)
  })
