import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const CHAINS = 10_000
/** Deaths of the store of an edge. */
const KILLS = 20

/**
 * Captures of real devices, read from registers in memory and from a device of pymodbus, and ten thousand generated
 * chains. `captures`: where they lie; null = beside the project, where nobody has to have them.
 */
export const proveEdge = (
  root: string,
  captures: string | null,
  say: (line: string) => void,
): Promise<boolean> => {
  const folder = resolve(captures ?? join(root, '../shared/data'))
  if (!existsSync(join(folder, 'sunspec-models/json/model_1.json'))) {
    say(`skipped: no captures in ${folder}; --captures names another folder`)
    return Promise.resolve(captures === null)
  }
  const run = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', 'edge/', 'tests/edge/', '--reporter=default'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, EDGE_CAPTURES: folder, EDGE_CHAINS: String(CHAINS), EDGE_KILLS: String(KILLS) },
    },
  )
  return Promise.resolve(run.status === 0)
}
