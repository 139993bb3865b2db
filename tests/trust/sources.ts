import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export const root = join(import.meta.dirname, '../..')

/** A node of a syntax tree (ESTree). */
export type Node = { type: string; start: number; [name: string]: unknown }

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

/** What the server, the rules and the app are made of, tests left out. */
export const sourceFiles = (...rooms: readonly string[]): string[] =>
  globSync(
    rooms.map((room) => `${room}/**/*.{ts,tsx}`),
    { cwd: root, exclude: (name) => name.includes('node_modules') },
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|spec|fixture)\.tsx?$/.test(file))
    .sort()

const trees = new Map<string, { text: string; nodes: Node[] }>()

const treeOf = (file: string): { text: string; nodes: Node[] } => {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`)
  return { text, nodes: [...nodesOf(program)] }
}

export type Found = { node: Node; at: () => string }

/** Every node of every file of some rooms, and where it stands. @throws when a file cannot be read as TypeScript. */
export const nodesIn = function* (...rooms: readonly string[]): Generator<Found> {
  for (const file of sourceFiles(...rooms)) {
    const tree = trees.get(file) ?? treeOf(file)
    trees.set(file, tree)
    for (const node of tree.nodes)
      yield { node, at: () => `${file}:${tree.text.slice(0, node.start).split('\n').length}` }
  }
}
