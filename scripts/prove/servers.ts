import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { severalServers } from '../../tests/acceptance/several-servers.ts'
import { haproxyProgram } from '../../tests/haproxy.ts'
import { hasDynamicSecurity, startMosquitto } from '../../tests/mosquitto.ts'
import { checkOut } from './other-version.ts'
import { findPostgres15, startOtherPostgres } from './other-postgres.ts'

/**
 * Three servers behind HAProxy, restarted one after the other and killed, under load. `from`: a revision of git, as which
 * they begin and from which they are upgraded one after the other before that.
 */
export const proveServers = async (
  root: string,
  { rounds, from }: { rounds: number; from: string | null },
  say: (line: string) => void,
): Promise<boolean> => {
  const bin = findPostgres15()
  if (bin === null || haproxyProgram === null || !hasDynamicSecurity) {
    say('skipped: this needs haproxy, postgresql-15 and mosquitto of Debian (apt-get install -y haproxy …)')
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-servers-'))
  chmodSync(folder, 0o711)
  const older = from === null ? null : checkOut(root, from)
  const postgres = await startOtherPostgres(bin)
  const broker = await startMosquitto({ security: true })
  try {
    const at = {
      folder,
      databaseUrl: postgres.url,
      mqttUrl: broker.url,
      ...(older && { from: older.program }),
    }
    const figures = await severalServers(rounds, at, say)
    const { upgraded, alarms, alarmRows, alarmsAgain } = figures
    const { restarted, killed, requests, failed, messages, acknowledged, stored, missing, doubled } = figures
    const apart = figures.energy.filter(({ wh, growthWh }) => wh !== growthWh)
    const slowest = Math.max(...figures.backMs) / 1_000
    for (const one of new Set(failed)) say(`failed: ${one}`)
    say(
      `3 servers behind HAProxy, ${from === null ? '' : `${upgraded} upgrades from ${from}, `}${restarted} restarts one after the other and ${killed} kills: ${requests} requests, ` +
        `${failed.length} failed; ${messages} readings sent, ${acknowledged} acknowledged, ${stored} stored, ${missing} missing, ` +
        `${doubled} doubled; energy of ${figures.energy.length - apart.length} of ${figures.energy.length} stations as their counters; ` +
        `${alarms} alarms, ${alarmRows} in the list, ${alarmsAgain} counted or told again; ` +
        `a server is back after at most ${slowest.toFixed(1)} s`,
    )
    return (
      failed.length + missing + doubled + apart.length + alarmsAgain === 0 &&
      stored === messages &&
      alarms === alarmRows &&
      requests > 100
    )
  } finally {
    await broker.remove()
    await postgres.stop()
    older?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
