import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own Python. */
const python = '/usr/bin/python3'
export const hasPython = spawnSync(python, ['--version']).status === 0
export const noPython = 'skipped: no python3 here'

export type OtherSide = {
  port: number
  /** Every line that it said after its port. */
  said: unknown[]
  /** Tells it more, a line each. */
  say: (lines: readonly unknown[]) => void
  stop: () => void
}

/** A program in Python that plays a device: it is told `what` and says its port. Nothing of it is code of the edge. */
export const otherSide = async (script: string, what: unknown): Promise<OtherSide> => {
  const child = spawn(python, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(what)}\n`)
  const said: unknown[] = []
  const port = await new Promise<number>((resolve, reject) => {
    let first = true
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (first) resolve(Number(line))
      else said.push(JSON.parse(line))
      first = false
    })
    child.once('close', () => reject(new Error(`${script} ended before it listened`)))
  })
  return {
    port,
    said,
    say: (lines) => child.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    stop: () => child.stdin.end(),
  }
}

/** One page of a device. */
export type Page = { status?: number; type?: string; body: string } | { mood: string }
export type Pages = Record<string, Page>
export const jsonPage = (value: unknown): Page => ({ body: JSON.stringify(value) })
