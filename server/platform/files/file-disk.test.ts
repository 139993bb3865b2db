import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { receive } from './file-disk.ts'

const dir = await mkdtemp(path.join(tmpdir(), 'sunkeeper-files-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('U12: a body that breaks off at once leaves no file', async () => {
  for (let run = 0; run < 20; run += 1) {
    const body = new Readable({ read: () => body.destroy(new Error('gone')) })
    await expect(receive(dir, body, 100)).rejects.toMatchObject({ code: 'not_readable' })
  }
  for (let n = 0; n < 100; n += 1) await turn()
  expect(await readdir(path.join(dir, 'incoming'))).toEqual([])
})
