// `npm run edge -- probe URL [--profile NAME]`: reads a device once and prints one JSON: docs/edge.md. Its secret, if it wants
// one, is taken from EDGE_SECRET: arguments are seen by everybody on the machine.
import { parseArgs } from 'node:util'
import { probe } from './probe.ts'

const usage = 'Say: npm run edge -- probe URL [--profile NAME]'

const run = async (): Promise<string> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'string' } },
  })
  const [command, url, ...rest] = positionals
  if (command !== 'probe' || url === undefined || rest.length > 0) throw new Error(usage)
  return JSON.stringify(
    await probe(url, { profile: values.profile ?? null, secret: process.env['EDGE_SECRET'] ?? null }),
  )
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
