import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { proveCaptures } from './edge-captures.ts'

type Say = (line: string) => void
type Part = { file: string; settings: Readonly<Record<string, string>> }

/**
 * What is proven of the edge beside captures, each against programs that share no code with it: a program in Python plays
 * the devices and counts for itself.
 */
const parts = {
  chains: { file: 'generated-chains.test.ts', settings: { EDGE_CHAINS: '10000' } },
  store: { file: 'store-kill.test.ts', settings: { EDGE_KILLS: '20' } },
  fuzz: { file: 'fuzzed-orders.test.ts', settings: { EDGE_COMMANDS: '100000' } },
  kills: { file: 'kills.db.test.ts', settings: { EDGE_KILLS: '20', EDGE_DEVICES: '34' } },
  outage: { file: 'outage.db.test.ts', settings: { EDGE_DEVICES: '34', EDGE_INTERVAL_S: '60' } },
  limits: { file: 'limits.db.test.ts', settings: { EDGE_LIMITS: '20' } },
  load: { file: 'load.db.test.ts', settings: { EDGE_DEVICES: '34', EDGE_SECONDS: '180' } },
} as const satisfies Record<string, Part>
export type EdgePart = 'captures' | keyof typeof parts
export const edgePartNames = ['captures', ...Object.keys(parts)] as EdgePart[]

/** Runs parts in their long form. `captures`: where the captures lie; null = beside the project, where nobody has to have them. */
export const proveEdge = (
  root: string,
  { captures, only }: { captures: string | null; only: readonly EdgePart[] },
  say: Say,
): Promise<boolean> => {
  const folder = resolve(captures ?? join(root, '../shared/data'))
  const hasCaptures = existsSync(join(folder, 'sunspec-models/json/model_1.json'))
  let good = true
  for (const name of only) {
    say(`-- edge ${name}`)
    if (!hasCaptures && (name === 'captures' || name === 'chains')) {
      say(`skipped: no captures in ${folder}; --captures names another folder`)
      good &&= captures === null
      continue
    }
    if (name === 'captures') {
      good = proveCaptures(root, { folder, isOwn: captures !== null }, say) && good
      continue
    }
    const { file, settings } = parts[name]
    const run = spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      ['run', `tests/edge/${file}`, '--reporter=default'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, EDGE_CAPTURES: folder, ...settings },
      },
    )
    good &&= run.status === 0
  }
  return Promise.resolve(good)
}
