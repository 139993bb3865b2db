import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Supervised, superviseChild } from './supervised-child.ts'

const open: Supervised[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()))
})

const said: unknown[] = []
const log = { debug: () => {}, info: () => {}, warn: (line: unknown) => void said.push(line) }
const folder = mkdtempSync(path.join(tmpdir(), 'children-'))
afterAll(() => rmSync(folder, { recursive: true }))
let made = 0
/** A program that does this. */
const program = (text: string): string => {
  const file = path.join(folder, `child-${(made += 1)}.mjs`)
  writeFileSync(file, text)
  return file
}
const supervise = (file: string, given: Partial<Parameters<typeof superviseChild>[0]> = {}): Supervised => {
  const one = superviseChild({
    launch: async () => ({ file, args: ['--data', 'here'], env: { PATH: process.env['PATH'] ?? '' } }),
    name: 'child',
    log,
    waitMs: () => 1,
    ...given,
  })
  open.push(one)
  return one
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const staying = `setInterval(() => {}, 1000); process.once('disconnect', () => process.exit(0))`

describe('a child that is kept running', () => {
  it('gets its arguments and none of the passwords, and what it writes is kept, bounded', async () => {
    process.env['A_PASSWORD_OF_THE_SERVER'] = 'secret'
    const child = supervise(
      program(`console.log(process.argv.slice(2).join(' '), process.env.A_PASSWORD_OF_THE_SERVER ?? 'none')
        for (let n = 0; n < 1000; n += 1) console.error('x'.repeat(5000))
        console.error('last'); ${staying}`),
    )
    await expect.poll(() => child.lines().at(-1)).toBe('last')
    expect(child.lines().length).toBeLessThanOrEqual(200)
    expect(Math.max(...child.lines().map((line) => line.length))).toBe(500)
    const first = supervise(
      program(
        `console.log(process.argv.slice(2).join(' '), process.env.A_PASSWORD_OF_THE_SERVER ?? 'none'); ${staying}`,
      ),
    )
    await expect.poll(() => first.lines()).toEqual(['--data here none'])
  })

  it('is started again when it dies, later and later', async () => {
    const waits: number[] = []
    const child = supervise(program(`console.log(process.pid); process.exit(3)`), {
      waitMs: (deaths) => (waits.push(deaths), 1),
    })
    await expect.poll(() => waits.length, { timeout: 20_000 }).toBeGreaterThan(3)
    expect(waits.slice(0, 4)).toEqual([0, 1, 2, 3])
    expect(new Set(child.lines()).size).toBeGreaterThan(2)
    expect(said.at(-1)).toMatchObject({ child: 'child', code: 3 })
  })

  it('ends when it is asked to, and when it does not hear', async () => {
    const child = supervise(program(`process.on('SIGTERM', () => {}); console.log('up'); ${staying}`), {
      patienceMs: 50,
    })
    await expect.poll(() => child.lines()).toContain('up')
    const pid = child.pid() ?? 0
    await child.stop()
    expect([isAlive(pid), child.pid()]).toEqual([false, null])
  })

  it('ends by itself when the server is killed', async () => {
    const file = program(`console.log(process.pid); ${staying}`)
    const module = pathToFileURL(path.join(import.meta.dirname, 'supervised-child.ts')).href
    const server = program(`
      import { superviseChild } from ${JSON.stringify(module)}
      const child = superviseChild({ launch: async () => ({ file: ${JSON.stringify(file)}, args: [], env: process.env }),
        name: 'child', log: { debug() {}, info() {}, warn() {} } })
      setInterval(() => { if (child.lines().length > 0) console.log(child.lines()[0]) }, 20)`)
    const parent = spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(chunk.toString().split('\n')[0])
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })
})
