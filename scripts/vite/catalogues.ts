import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import compileMessage from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Words = { [key: string]: string | Words }
const compiledWords = (words: Words): object =>
  Object.fromEntries(
    Object.entries(words).map(([key, word]) => [
      key,
      typeof word === 'string' ? compileMessage(word) : compiledWords(word),
    ]),
  )

/**
 * Compiles the catalogues, so that no phone loads a parser of messages (12 kB) to read them with; development keeps
 * the parser, and its better complaints.
 */
export function compiledCatalogues(): Plugin {
  const catalogue = /\/web\/app\/phrases\/(?:en|zh_CN)\/[\w-]+\.ts$/
  return {
    name: 'compiled-catalogues',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async load(id) {
      if (!catalogue.test(id)) return null
      const words = (await import(`${pathToFileURL(id).href}?${statSync(id).mtimeMs}`)) as Record<
        string,
        Words
      >
      return Object.entries(words)
        .map(([name, tree]) => `export const ${name} = ${JSON.stringify(compiledWords(tree))}`)
        .join('\n')
    },
  }
}
