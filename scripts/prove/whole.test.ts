import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { alive } from '#server/platform/db/orphan.ts'

const left: number[] = []
afterEach(() => {
  for (const pid of left.splice(0)) if (alive(pid)) process.kill(pid, 'SIGKILL')
})

const start = async (kind: 'stays' | 'ends') => {
  const outer = spawn(process.execPath, [join(import.meta.dirname, 'whole.fixture.ts'), 'outer', kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(outer, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const [line] = (await once(createInterface({ input: outer.stdout }), 'line')) as [string]
  const said = JSON.parse(line) as { pids: number[]; folder: string }
  left.push(...said.pids)
  return { outer, ended, ...said }
}

// Elsewhere nobody can ask which processes belong to a folder.
describe.skipIf(process.platform !== 'linux')('what the proof has started', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends with it on %s, also what does not listen', async (signal) => {
    const { outer, ended, pids, folder } = await start('stays')
    expect(pids).toHaveLength(4)
    expect([pids.filter(alive), existsSync(folder)]).toEqual([pids, true])
    outer.kill(signal)
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null])
    expect([pids.filter(alive), existsSync(folder)]).toEqual([[], false])
  })

  it('is gone when it ends by itself, and its exit code is kept', async () => {
    const { ended, pids, folder } = await start('ends')
    expect(await ended).toEqual([3, null])
    expect([pids.filter(alive), existsSync(folder)]).toEqual([[], false])
  })
})
