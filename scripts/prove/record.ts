import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Held = Record<string, { minutes: number }>
type Written = { tree: string; held: Held }

/** What the files of a checkout are, changes that nobody has committed among them; null outside a repository. */
const treeOf = (root: string): string | null => {
  const ask = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'buffer', maxBuffer: 2 ** 28 })
    return status === 0 ? createHash('sha256').update(stdout).digest('hex') : null
  }
  const parts = [ask('rev-parse', 'HEAD'), ask('diff', 'HEAD'), ask('status', '--porcelain')]
  return parts.includes(null) ? null : parts.join(' ')
}

const fileOf = (root: string): string => join(root, 'test-results/prove.json')

const readHeld = (root: string, tree: string | null): Held => {
  try {
    const written = JSON.parse(readFileSync(fileOf(root), 'utf8')) as Written
    return tree !== null && written.tree === tree ? written.held : {}
  } catch {
    return {}
  }
}

/** Remembers which parts of the proof have held on the files as they are; any change of a file forgets all of them. */
export const openRecord = (
  root: string,
): { held: () => Held; note: (part: string, good: boolean, minutes: number) => void } => {
  const tree = treeOf(root)
  return {
    held: () => readHeld(root, tree),
    note: (part, good, minutes) => {
      if (tree === null) return
      const { [part]: _, ...held } = readHeld(root, tree)
      if (good) held[part] = { minutes: Math.round(minutes * 10) / 10 }
      mkdirSync(dirname(fileOf(root)), { recursive: true })
      writeFileSync(fileOf(root), `${JSON.stringify({ tree, held } satisfies Written)}\n`)
    },
  }
}
