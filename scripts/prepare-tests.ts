// Finds what the browser and broker tests need, and installs what is missing where that is possible.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const onPath = (names: string[]): string | null => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        // not here
      }
    }
  }
  return null
}

/** A Chromium of the machine: `CHROMIUM`, or one on the PATH; null when Playwright's own must serve. */
export const findChromium = (): string | null =>
  process.env['CHROMIUM'] ?? onPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])

/** How Chromium is started for pictures and browser tests: also as root, and without asking the network for anything. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const findMosquitto = (): string | null => onPath(['mosquitto'])

const hasChineseFont = (): boolean => {
  if (process.platform !== 'linux') return true
  const list = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  return list.status === 0 && list.stdout.trim().length > 0
}

const missingPackages = (): string[] => [
  ...(findChromium() === null ? ['chromium'] : []),
  ...(hasChineseFont() ? [] : ['fonts-noto-cjk']),
  ...(findMosquitto() === null ? ['mosquitto'] : []),
]

/** Throws a sentence that says what to install when it cannot be done from here. */
export const prepareTests = (): void => {
  const missing = missingPackages()
  if (missing.length === 0) return
  const apt = onPath(['apt-get'])
  const command = `apt-get update && apt-get install -y ${missing.join(' ')}`
  if (apt !== null && process.getuid?.() === 0) {
    process.stdout.write(`installing for the tests: ${missing.join(' ')}\n`)
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    const done =
      spawnSync(apt, ['update', '-qq'], options).status === 0 &&
      spawnSync(apt, ['install', '-y', '-qq', ...missing], options).status === 0
    if (done && missingPackages().length === 0) return
    throw new Error(
      `The tests need ${missing.join(', ')}, and apt-get refused. Run as root, outside npm (which runs scripts as the folder's owner): ${command}`,
    )
  }
  if (apt !== null) throw new Error(`The tests need ${missing.join(', ')}. Run once, as root: ${command}`)
  if (findChromium() === null) {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    prepareTests()
  } catch (problem) {
    process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`)
    process.exitCode = 1
  }
}
