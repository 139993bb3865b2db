import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

type NameOf = (name: string, file: string) => string

/**
 * What Vite's style modules ask for the classes that others compose from a shared sheet
 * (`composes: hint from '../ui/shared/text.module.css'`). Its own loader would put the whole of that sheet into each that
 * composes from it; this one gives the names alone, and `composedStyles` sees to the sheet itself. A shared sheet
 * composes from none.
 */
export const composedFrom = (nameOf: NameOf) =>
  class {
    /** Rules to put before those of the composing sheet. */
    readonly finalSource = ''

    /**
     * @param file - as the composing sheet says it, in quotes
     * @param from - the composing sheet
     * @throws when there is no such sheet, or it composes itself
     */
    async fetch(file: string, from: string): Promise<Record<string, string>> {
      const sheet = resolve(dirname(from), file.replaceAll(/^["']|["']$/g, ''))
      const rules = readFileSync(sheet, 'utf8')
      if (rules.includes('composes:')) throw new Error(`${sheet} is shared and must not compose from others`)
      const names = rules.matchAll(/^\.([\w-]+)(?= \{)/gm)
      return Object.fromEntries([...names].map(([, name = '']) => [name, nameOf(name, sheet)]))
    }
  }

/** Imports what a sheet composes from, once and before it: what it says itself counts more. */
export function composedStyles(): Plugin {
  return {
    name: 'composed-styles',
    enforce: 'post',
    transform(code, id) {
      if (!id.endsWith('.module.css')) return null
      // Nobody asks a shared sheet for a name: its rules are what it is for.
      if (id.includes('/ui/shared/')) return { code, map: null, moduleSideEffects: 'no-treeshake' }
      const froms = readFileSync(id, 'utf8').matchAll(/composes: [\w ]+ from ('[^']+')/g)
      const imports = [...new Set([...froms].map(([, from = '']) => `import ${from}\n`))]
      return imports.length > 0 ? { code: imports.join('') + code, map: null } : null
    },
  }
}
