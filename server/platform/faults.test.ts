import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const here = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file))

it('S6: what throws in a timer, a listener or a forgotten promise is counted, and the process goes on', () => {
  const program = `
    const { surviveFaults } = await import(${here('faults.ts')})
    const { createLog } = await import(${here('log.ts')})
    const { Registry } = await import('prom-client')
    const { EventEmitter } = await import('node:events')
    const metrics = new Registry()
    const stop = surviveFaults(process, { log: createLog('silent'), metrics })
    setTimeout(() => { throw new Error('in a timer') }, 1)
    setTimeout(() => new EventEmitter().emit('error', new Error('in a stream')), 2)
    setTimeout(() => void Promise.reject(new Error('forgotten')), 3)
    setTimeout(async () => {
      process.stdout.write(await metrics.getSingleMetricAsString('sunkeeper_faults_total'))
      stop()
      process.exitCode = process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection')
    }, 200)`
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    cwd: path.join(import.meta.dirname, '../..'),
  })
  expect(run).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/\nsunkeeper_faults_total 3$/),
  })
})
