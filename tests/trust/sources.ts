import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export const root = join(import.meta.dirname, '../..')

/** A node of a syntax tree (ESTree). */
export type Node = { type: string; start: number; end: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every node of a tree. */
const nodesOf = function* (value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  else if (isNode(value)) {
    yield value
    for (const part of Object.values(value)) yield* nodesOf(part)
  }
}

/** The sources of a room, tests left out. @throws when there are none: a room that was renamed proves nothing. */
const filesOf = (room: string): string[] => {
  const files = globSync(`${room}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|spec|fixture)\.tsx?$/.test(file))
  if (files.length === 0) throw new Error(`no sources in ${room}/`)
  return files
}

/** What the server, the rules and the app are made of, tests left out. */
export const sourceFiles = (...rooms: readonly string[]): string[] => rooms.flatMap(filesOf).sort()

const trees = new Map<string, { text: string; nodes: Node[] }>()

const treeOf = (file: string, text: string): { text: string; nodes: Node[] } => {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`)
  return { text, nodes: [...nodesOf(program)] }
}

export type Found = { node: Node; at: () => string }

/** Every node of a text, for what a search must find. */
export const nodesInText = (text: string): Found[] =>
  treeOf('planted.tsx', text).nodes.map((node) => ({ node, at: () => text.slice(node.start, node.end) }))

/** Every node of every file of some rooms, and where it stands. @throws when a file cannot be read as TypeScript. */
export const nodesIn = function* (...rooms: readonly string[]): Generator<Found> {
  for (const file of sourceFiles(...rooms)) {
    const tree = trees.get(file) ?? treeOf(file, readFileSync(join(root, file), 'utf8'))
    trees.set(file, tree)
    for (const node of tree.nodes)
      yield { node, at: () => `${file}:${tree.text.slice(0, node.start).split('\n').length}` }
  }
}
