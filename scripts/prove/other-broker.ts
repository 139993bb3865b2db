import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killLoop } from '../../tests/acceptance/kill.ts'
import { hasDynamicSecurity, startMosquitto } from '../../tests/mosquitto.ts'
import { runVitest } from './run-vitest.ts'

type Say = (line: string) => void

/** What is proven of another broker: its entrance, a recorded month on its whole way, its absence. */
const files = [
  'server/platform/broker/client-transport.test.ts',
  'server/platform/broker/broker-tls.test.ts',
  'server/entrances/mqtt/broker-logins.db.test.ts',
  'tests/acceptance/other-broker.db.test.ts',
  'tests/acceptance/other-broker-upgrade.db.test.ts',
  'tests/acceptance/replay.db.test.ts',
]

const proveTests = (root: string, say: Say): boolean =>
  runVitest(root, files, { PROVE_BROKER: 'mosquitto' }, say, 'tests with Mosquitto and its dynamic security')

const proveKills = async (rounds: number, say: Say): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-kill-'))
  // Whoever PostgreSQL runs as has to pass.
  chmodSync(folder, 0o711)
  const broker = await startMosquitto({ security: true })
  try {
    const figures = await killLoop('both', rounds, folder, say, broker.url)
    const { messages, acknowledged, stored, missing, doubled, energyWh, growthWh } = figures
    say(
      `kill -9 of server and database, Mosquitto living on, ${rounds} rounds: ${messages} readings sent, ${acknowledged} acknowledged by it, ` +
        `${stored} stored, ${missing} missing, ${doubled} doubled, energy ${energyWh ?? 'unknown'} Wh of ${growthWh} Wh`,
    )
    return missing + doubled === 0 && stored === messages && energyWh === growthWh
  } finally {
    await broker.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same promises with Debian's Mosquitto. False, saying why, where it is not installed. */
export const proveOtherBroker = async (root: string, rounds: number, say: Say): Promise<boolean> => {
  if (!hasDynamicSecurity) {
    say('no Mosquitto with its dynamic-security plugin here: install mosquitto')
    return false
  }
  const tests = proveTests(root, say)
  return (await proveKills(rounds, say)) && tests
}
