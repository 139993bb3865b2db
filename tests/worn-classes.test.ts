// Every class of a style sheet is worn: what nobody wears is loaded by everybody.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const sheets = globSync('web/**/*.module.css', { cwd: root })
const sources = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }).map((file) => ({
  file,
  text: read(file),
}))

/** Classes that a sheet gives names to; those of others are `:global`. */
const classesOf = (sheet: string): Set<string> => {
  const rules = sheet
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
  return new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name))
}

type Wearer = { file: string; text: string }

/** Names by which a source reads a sheet's classes; null = it computes some of them. */
const wornIn = ({ file, text }: Wearer, sheet: string): Set<string> | null => {
  const worn = new Set<string>()
  for (const [, name = '', from = ''] of text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)) {
    if (normalize(join(dirname(file), from)) !== normalize(sheet)) continue
    if (new RegExp(`\\b${name}\\[(?!')`).test(text) || new RegExp(`[({,] ?${name}\\b[^.[]`).test(text))
      return null
    for (const [, one = ''] of text.matchAll(new RegExp(`\\b${name}(?:\\.|\\[')([\\w-]+)`, 'g')))
      worn.add(one)
  }
  return worn
}

const unworn = (sheet: string, text: string, wearers: readonly Wearer[]): string[] => {
  const worn = wearers.map((one) => wornIn(one, sheet))
  if (worn.includes(null)) return []
  const all = new Set(worn.flatMap((names) => [...(names ?? [])]))
  return [...classesOf(text)].filter(
    (name) => !all.has(name) && !new RegExp(`composes:[^;]*\\b${name}\\b`).test(text),
  )
}

const wearer = (code: string): Wearer[] => [
  { file: 'web/a/b.tsx', text: `import look from './b.module.css'\n${code}` },
]

test('a class that nobody wears is seen', () => {
  const text =
    '.worn { color: red; }\n.bare:hover svg { color: red; }\n.parent { composes: base; }\n.base { gap: 1.5px; }'
  expect(unworn('web/a/b.module.css', text, wearer('look.worn, look.parent'))).toEqual(['bare'])
  expect(unworn('web/a/b.module.css', text, wearer('look[`is${one}`]'))).toEqual([])
})

test.each(sheets)('%s', (sheet) => {
  expect(unworn(sheet, read(sheet), sources)).toEqual([])
})
