import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rolldown } from 'vite'

/** The table of the routes, taken as it is: nothing that reads a page is called. */
const table: string = pathToFileURL(join(import.meta.dirname, '../../web/routes.ts')).href
const { pages } = (await import(table)) as { pages: Record<string, { words: readonly string[] }> }

/** What is loaded with each entry of the graph, all that it imports included. */
export type Loads = {
  /** The page itself: the document's script and the steps that it runs. */
  entry: string[]
  /** By page (its route) and catalogue (`language/name`). */
  parts: Record<string, string[]>
  /** The same, without what imports bring that are imported themselves. */
  near: Record<string, string[]>
  /** The catalogues of each route. */
  words: Record<string, string[]>
  /** Share (0 to 1) of each script that is written here and not in a library. */
  own: Record<string, number>
}

/** Pages are named like their route and catalogues like their words: where a module stands says what it is. */
const partOf = (module: string): string | undefined => {
  const path = module.split(sep).join('/')
  const [, part] = /\/web\/(?:app\/phrases|pages)\/((?:\w+\/)?[\w-]+)\.tsx?$/.exec(path) ?? []
  return part !== undefined && (part.includes('/') || part in pages) ? part : undefined
}

/** Style sheets of a chunk, which Vite notes beside it. */
const stylesOf = (chunk: Rolldown.OutputChunk): string[] => {
  const meta = 'viteMetadata' in chunk ? chunk.viteMetadata : undefined
  return [...(meta?.importedCss ?? [])]
}

/** A file, what it names as imported, and their styles: what is worth asking for with it. */
const near = (bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): string[] => [
  chunk.fileName,
  ...chunk.imports.filter((file) => bundle[file]),
  ...stylesOf(chunk),
]

/** What has to be there for a file to run: itself, all that it imports, and their styles. */
const reach = (bundle: Rolldown.OutputBundle, file: string, into = new Set<string>()): Set<string> => {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || into.has(file)) return into
  into.add(file)
  for (const css of stylesOf(chunk)) into.add(css)
  for (const other of chunk.imports) reach(bundle, other, into)
  return into
}

export const loadsOf = (bundle: Rolldown.OutputBundle): Loads => {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const loads: Loads = { entry: [], parts: {}, near: {}, words: {}, own: {} }
  for (const [route, { words }] of Object.entries(pages)) loads.words[route] = [...words]
  const entry = new Set<string>()
  for (const chunk of chunks) {
    const lengths = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({ id, renderedLength }))
    const sum = (list: typeof lengths): number =>
      list.reduce((all, { renderedLength }) => all + renderedLength, 0)
    loads.own[chunk.fileName] =
      sum(lengths.filter(({ id }) => !id.includes('node_modules'))) / Math.max(1, sum(lengths))
    const files = reach(bundle, chunk.fileName)
    // The document's script imports its steps one after the other; each is an entry, or is needed by nothing else.
    if (chunk.isEntry)
      for (const step of [
        chunk.fileName,
        ...(chunk.facadeModuleId?.endsWith('.html') ? chunk.dynamicImports : []),
      ])
        for (const file of reach(bundle, step)) entry.add(file)
    for (const id of new Set([...chunk.moduleIds, chunk.facadeModuleId ?? ''])) {
      const part = partOf(id)
      if (part === undefined) continue
      loads.parts[part] = [...new Set([...(loads.parts[part] ?? []), ...files])]
      loads.near[part] = [...new Set([...(loads.near[part] ?? []), ...near(bundle, chunk)])]
    }
  }
  loads.entry = [...entry]
  return loads
}
