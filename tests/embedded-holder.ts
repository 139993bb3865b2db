// A server process for tests to kill: holds the embedded database of a folder and says who is who.
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { createLog } from '#server/platform/log.ts'

// A test run that is killed itself takes its end of this pipe with it.
process.stdin.resume().once('end', () => process.exit())

const [dataDir = ''] = process.argv.slice(2)
try {
  const { url, pid } = await startEmbedded({ dataDir, log: createLog('silent') })
  console.log(JSON.stringify({ url, postgres: pid() }))
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }))
}
