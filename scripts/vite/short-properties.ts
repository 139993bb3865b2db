import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Names that scripts put together from parts, and those that somebody outside the app sets or reads. */
const kept = /^--(?:chart|heat|shell-inset)-|-mark$/
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const short = (no: number): string => {
  const more = Math.floor(no / letters.length)
  return `${more > 0 ? (letters[more - 1] ?? '') : ''}${letters[no % letters.length] ?? ''}`
}

/** Every custom property of the style sheets with the name it gets, the most used with the shortest. */
export const shortPropertyNames = (sheets: readonly string[]): ReadonlyMap<string, string> => {
  const uses = new Map<string, number>()
  for (const sheet of sheets)
    for (const [name] of sheet.matchAll(/--[a-z][\w-]*/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const names = [...uses].filter(([name]) => !kept.test(name))
  names.sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1))
  return new Map(names.map(([name], no) => [name, `--${short(no)}`]))
}

export type ShortProperties = {
  inStyle: (css: string) => string
  /** In scripts a name stands at the start of a text or in `var(…)`; one that goes on with a gap is left alone. */
  inScript: (code: string) => string
}

export const shortProperties = (names: ReadonlyMap<string, string>): ShortProperties => ({
  inStyle: (css) => css.replaceAll(/--[a-z][\w-]*/g, (name) => names.get(name) ?? name),
  inScript: (code) =>
    code.replaceAll(
      /(['"`]|var\()(--[a-z][\w-]*)(?![\w$-])/g,
      (_, before: string, name: string) => before + (names.get(name) ?? name),
    ),
})

/** Names of custom properties are a good part of what style sheets weigh; the built app has short ones. */
export const openShortProperties = (root: string): ShortProperties & { plugin: Plugin } => {
  const sheets = globSync('**/*.css', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const shorten = shortProperties(shortPropertyNames(sheets))
  return {
    ...shorten,
    plugin: {
      name: 'short-properties',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        const file = id.replace(/\?.*$/, '')
        if (!file.startsWith(`${root}/`) || file.includes('/node_modules/')) return null
        if (file.endsWith('.css')) return { code: shorten.inStyle(code), map: null }
        return /\.tsx?$/.test(file) ? { code: shorten.inScript(code), map: null } : null
      },
    },
  }
}
