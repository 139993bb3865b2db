import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { heldBy } from './facades.ts'

const routesFile = join(import.meta.dirname, '../../web/routes.ts')

/** The catalogues of each route, as routes.ts names them. */
export const wordsOfRoutes = (): Record<string, string[]> => {
  const source = readFileSync(routesFile, 'utf8')
  const lines = source.matchAll(/^ {2}'?([\w-]+)'?: page\([\s\S]*?file\.\w+(?:,\s*)?\)((?:,\s*'\w+')*)/gm)
  return Object.fromEntries(
    [...lines].map(([, route = '', names = '']) => [
      route,
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    ]),
  )
}

/** What is loaded with each entry of the graph, all that it imports included; read by the check of the budgets. */
type Loads = {
  entry: string[]
  /** Pages by file name without its ending, catalogues as `language/name`, by what each brings. */
  parts: Record<string, string[]>
  words: Record<string, string[]>
  /** Share (0 to 1) of each script that is written here and not in a library. */
  own: Record<string, number>
}

const partName = (module: string): string | undefined => {
  const name = /web\/(?:phrases\/(\w+\/\w+)|.*\/([\w-]+-page))\.tsx?$/.exec(module)
  return name?.[1] ?? name?.[2]
}

/** Pages and catalogues in a chunk; one that stands in a larger chunk has a small one before it, by which it is called. */
export const partsIn = (chunk: Rolldown.OutputChunk): string[] =>
  [...new Set([...chunk.moduleIds, chunk.facadeModuleId ?? ''])].flatMap((id) => partName(id) ?? [])

export const loadsOf = (bundle: Rolldown.OutputBundle): Loads => {
  const reach = (file: string, into: Set<string>): Set<string> => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || into.has(file)) return into
    const held = heldBy(chunk)
    if (held !== file) return reach(held, into)
    into.add(file)
    const meta = 'viteMetadata' in chunk ? chunk.viteMetadata : undefined
    for (const css of meta?.importedCss ?? []) into.add(css)
    for (const other of chunk.imports) reach(other, into)
    return into
  }
  const loads: Loads = { entry: [], parts: {}, words: wordsOfRoutes(), own: {} }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const lengths = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({ id, renderedLength }))
    const sum = (list: typeof lengths): number =>
      list.reduce((all, { renderedLength }) => all + renderedLength, 0)
    loads.own[chunk.fileName] =
      sum(lengths.filter(({ id }) => !id.includes('node_modules'))) / Math.max(1, sum(lengths))
    const files = [...reach(chunk.fileName, new Set())]
    if (chunk.isEntry) {
      // The steps of web/main.tsx are imported at once, though one after the other.
      const steps = Object.values(bundle).filter(
        (one) => one.type === 'chunk' && one.moduleIds.some((id) => /\/web\/boot\/[\w-]+\.tsx?$/.test(id)),
      )
      loads.entry = [
        ...new Set([...files, ...steps.flatMap(({ fileName }) => [...reach(fileName, new Set())])]),
      ]
    }
    for (const name of partsIn(chunk))
      loads.parts[name] = [...new Set([...(loads.parts[name] ?? []), ...files])]
  }
  return loads
}
