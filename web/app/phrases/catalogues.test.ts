import { describe, expect, it } from 'vitest'

type Tree = { readonly [key: string]: string | Tree }
const files = import.meta.glob<Record<string, Tree>>('./{en,zh_CN}/*.ts', { eager: true })
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  )
/** What is put into a message; the branch of a number (`=0 {Upgrade}`) is none. */
const args = (message: string): string[] =>
  [...new Set([...message.matchAll(/(?<!=\d )\{(\w+)[,}]/g)].map((found) => found[1] ?? ''))].sort()
const catalogue = (file: string): Map<string, string> => new Map(flat(files[file] ?? {}))
const names = Object.keys(files)
  .filter((file) => file.startsWith('./en/'))
  .map((file) => file.slice('./en/'.length))
/** Limits, and counts of what is said only where there are several. */
const neverOne = new Set(['tooMany', 'tooManyHour', 'confirmLabel', 'typeEnd', 'cluster', 'end'])

describe.each(names)('%s', (name) => {
  const [en, zh] = [catalogue(`./en/${name}`), catalogue(`./zh_CN/${name}`)]
  it('has the same keys in both languages', () => {
    expect(en.size).toBeGreaterThan(0)
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort())
  })
  it('has the same arguments in both languages', () => {
    for (const [key, message] of en) expect([key, args(zh.get(key) ?? '')]).toEqual([key, args(message)])
  })
  it('writes one of a thing as one', () => {
    const several = [...en].filter(
      ([key, message]) => !neverOne.has(key.split('.').at(-1) ?? '') && /\{count\} [a-z]+s\b/.test(message),
    )
    expect(several).toEqual([])
  })
  it('has no empty word', () => {
    for (const [key, message] of [...en, ...zh]) expect([key, message.trim()]).not.toEqual([key, ''])
  })
})
