import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The program of a server in a process of its own, as the tests of every version have it. */
const PROGRAM = 'tests/acceptance/server-process.ts'

/**
 * Another version of this program, by its revision, in a folder of its own: with the packages of this one where it names
 * the same, else with its own from the package registry. @throws with what git or npm said
 */
export const checkOut = (root: string, revision: string): { program: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-version-'))
  const tree = join(folder, 'tree')
  const run = (file: string, args: readonly string[], cwd = root): string => {
    const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderr.trim()}`)
    return stdout
  }
  const remove = (): void => {
    if (existsSync(tree)) run('git', ['worktree', 'remove', '--force', tree])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    run('git', ['worktree', 'add', '--detach', tree, revision])
    const same = run('git', ['diff', '--name-only', revision, '--', 'package-lock.json']).trim() === ''
    if (same) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    else run('npm', ['ci', '--no-audit', '--no-fund'], tree)
    return { program: join(tree, PROGRAM), remove }
  } catch (error) {
    remove()
    throw error
  }
}
