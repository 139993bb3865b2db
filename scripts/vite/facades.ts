import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A file that only names what another one holds, which stands in a group: its names, theirs and the other's file. */
type Facade = { target: string; names: Record<string, string> }
const facadeIn = (code: string): Facade | undefined => {
  const [, list, target] = /^export\{([^{}]*)\}from"\.\/([^"]+)";?\s*$/.exec(code) ?? []
  if (list === undefined || target === undefined) return undefined
  const pairs = list.split(',').map((pair) => pair.split(' as '))
  return {
    target,
    names: Object.fromEntries(pairs.map(([theirs = '', name = theirs]) => [name.trim(), theirs.trim()])),
  }
}

/** The file that holds what a chunk names: itself, or what its facade stands for. */
export const heldBy = (chunk: Rolldown.OutputChunk): string => {
  const facade = facadeIn(chunk.code)
  return facade ? `assets/${facade.target}` : chunk.fileName
}

/** Over a slow line each file costs a round trip: who imports by a facade imports the other file itself. */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      handler({ dir = '' }) {
        const folder = join(dir, 'assets')
        const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
        const facades = new Map<string, Facade>()
        for (const name of scripts) {
          const facade = facadeIn(readFileSync(join(folder, name), 'utf8'))
          if (facade) facades.set(name, facade)
        }
        for (const name of scripts) {
          if (facades.has(name)) {
            rmSync(join(folder, name))
            continue
          }
          const code = readFileSync(join(folder, name), 'utf8')
          const direct = code
            .replaceAll(/import\(([`"'])\.\/([^`"']+)\1\)/g, (whole, _, file: string) => {
              const facade = facades.get(file)
              if (!facade) return whole
              const named = Object.entries(facade.names).map(([own, theirs]) => `${own}:a.${theirs}`)
              return `import(\`./${facade.target}\`).then(a=>({${named.join()}}))`
            })
            .replaceAll(/"assets\/([^"]+\.js)"/g, (whole, file: string) => {
              const facade = facades.get(file)
              return facade ? `"assets/${facade.target}"` : whole
            })
          if (direct !== code) writeFileSync(join(folder, name), direct)
        }
      },
    },
  }
}
