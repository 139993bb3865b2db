import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { severalServers } from '../../tests/acceptance/several-servers.ts'
import { haproxyProgram } from '../../tests/haproxy.ts'
import { hasDynamicSecurity, startMosquitto } from '../../tests/mosquitto.ts'
import { findPostgres15, startOtherPostgres } from './other-postgres.ts'

/** Three servers behind HAProxy, restarted one after the other and killed, under load. */
export const proveServers = async (rounds: number, say: (line: string) => void): Promise<boolean> => {
  const bin = findPostgres15()
  if (bin === null || haproxyProgram === null || !hasDynamicSecurity) {
    say('skipped: this needs haproxy, postgresql-15 and mosquitto of Debian (apt-get install -y haproxy …)')
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-servers-'))
  chmodSync(folder, 0o711)
  const postgres = await startOtherPostgres(bin)
  const broker = await startMosquitto({ security: true })
  try {
    const at = { folder, databaseUrl: postgres.url, mqttUrl: broker.url }
    const figures = await severalServers(rounds, at, say)
    const { restarted, killed, requests, failed, messages, acknowledged, stored, missing, doubled } = figures
    const apart = figures.energy.filter(({ wh, growthWh }) => wh !== growthWh)
    const slowest = Math.max(...figures.backMs) / 1_000
    for (const one of new Set(failed)) say(`failed: ${one}`)
    say(
      `3 servers behind HAProxy, ${restarted} restarts one after the other and ${killed} kills: ${requests} requests, ` +
        `${failed.length} failed; ${messages} readings sent, ${acknowledged} acknowledged, ${stored} stored, ${missing} missing, ` +
        `${doubled} doubled; energy of ${figures.energy.length - apart.length} of ${figures.energy.length} stations as their counters; ` +
        `a server is back after at most ${slowest.toFixed(1)} s`,
    )
    return failed.length + missing + doubled + apart.length === 0 && stored === messages && requests > 100
  } finally {
    await broker.remove()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
