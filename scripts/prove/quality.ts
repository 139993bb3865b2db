import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../build-web.ts'
import { openDemo } from '../demo.ts'
import { prepareTests } from '../prepare-tests.ts'

/**
 * Every page of a demonstration, in every language and theme, by axe, keyboard and finger, with large text, longer
 * words, from right to left and without motion; the main ways by keys alone; and a push from its choice to where it
 * leads.
 */
export const proveQuality = async (root: string): Promise<boolean> => {
  prepareTests()
  await buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-quality-'))
  const demo = await openDemo({
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
  })
  try {
    const accounts: unknown = JSON.parse(readFileSync(demo.accountsFile, 'utf8'))
    // The demonstration answers in this process, which must not wait.
    const run = spawn(
      join(root, 'node_modules/.bin/playwright'),
      ['test', '--config', join(root, 'e2e/quality/playwright.config.ts')],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          E2E_LOOKS: 'all',
          QUALITY_WORLD: JSON.stringify({ url: demo.url, accounts }),
        },
      },
    )
    const [code] = (await once(run, 'exit')) as [number | null]
    return code === 0
  } finally {
    await demo.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
