import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Browser } from 'playwright'
import { firstAdministrator } from '../../tests/acceptance/customer.ts'
import { type FailoverFigures, failoverLoop, type OpenPage } from '../../tests/acceptance/failover.ts'
import { buildWeb } from '../build-web.ts'
import { launchChromium } from '../launch-chromium.ts'
import { seconds } from './seconds.ts'
import { hasPatroni, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'
import { thereAndBack } from './there-and-back.ts'

/** Until then people and gateways must be served again, ms. */
const GOAL_MS = 30_000
/** Rounds beyond the asked in which the primary stands still instead of ending. */
const frozenOf = (rounds: number): number => Math.ceil(rounds / 5)

/** The alarms of the installation in a browser, opened once. */
const openAlarms = async (browser: Browser, url: string, station: string): Promise<OpenPage> => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 375, height: 812 } })
  await context.request.post(`${url}/api/session`, { data: firstAdministrator })
  const page = await context.newPage()
  await page.goto(`${url}/h5/om-page?stationId=${station}`)
  await page.evaluate('window.notReloaded = true')
  return {
    shows: async (code) => page.getByText(code, { exact: false }).first().isVisible(),
    reloaded: async () => (await page.evaluate('window.notReloaded')) !== true,
  }
}

const holds = (figures: FailoverFigures): boolean =>
  Math.max(...figures.acknowledgedMs, ...figures.writtenMs) <= GOAL_MS &&
  figures.missing + figures.doubled + figures.wrong + figures.alarmsAgain === 0 &&
  figures.serversGone + figures.refusedElse.length === 0 &&
  figures.stored === figures.messages &&
  figures.alarms === figures.alarmRows &&
  figures.energy.every(({ wh, growthWh }) => wh === growthWh) &&
  !figures.reloaded

/** What a backup does not carry: everybody signs in again. */
const LEFT_OUT = 'session'

const elsewhere = (address: string): string => `${address}_back`

/** The installation of the cluster moves into one machine, and back into another database of the cluster. */
const proveMove = async (
  root: string,
  folder: string,
  cluster: PatroniCluster,
  say: (line: string) => void,
): Promise<boolean> => {
  const superuser = new Client({ connectionString: cluster.superuserUrl('postgres') })
  await superuser.connect()
  await superuser.query(
    "CREATE DATABASE sunkeeper_back OWNER sunkeeper_owner ENCODING 'UTF8' TEMPLATE template0",
  )
  await superuser.end()
  const { url, ownerUrl } = cluster
  const { said, tables, apart, readings } = await thereAndBack(
    root,
    folder,
    { url, ownerUrl, dataDir: join(folder, 'server-1') },
    { url: elsewhere(url), ownerUrl: elsewhere(ownerUrl) },
  )
  for (const line of said) say(line)
  say(`there and back: ${readings} readings, ${tables} tables, not equal: ${apart.join(', ') || 'none'}`)
  return apart.every((name) => name === LEFT_OUT)
}

/** The primary of the cluster of docs/scale.md ends under load, and somebody else takes over. */
export const proveFailover = async (
  root: string,
  rounds: number,
  say: (line: string) => void,
): Promise<boolean> => {
  if (!hasPatroni) {
    say(
      'skipped: this needs patroni, etcd-server, haproxy and postgresql-15 of Debian (apt-get install -y patroni etcd-server haproxy postgresql-15)',
    )
    return true
  }
  await buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-failover-'))
  chmodSync(folder, 0o711)
  const cluster = await startPatroniCluster()
  const browser = await launchChromium()
  try {
    const frozen = frozenOf(rounds)
    const open = (url: string, station: string) => openAlarms(browser, url, station)
    const figures = await failoverLoop({ rounds, frozen }, cluster, folder, open, say)
    for (const one of new Set(figures.refusedElse)) say(`refused while somebody led: ${one}`)
    const apart = figures.energy.filter(({ wh, growthWh }) => wh !== growthWh).length
    say(
      `two servers on three databases, primary killed ${rounds} times and frozen ${frozen} times: a reading is acknowledged again after ` +
        `${seconds(figures.acknowledgedMs)}, a write succeeds after ${seconds(figures.writtenMs)}, an open page shows what happened meanwhile after ` +
        `${seconds(figures.liveMs)}${figures.reloaded ? ', RELOADED' : ''}; the one before is a standby ${seconds(figures.standbyMs)} after its start`,
    )
    say(
      `${figures.messages} readings sent, ${figures.acknowledged} acknowledged, ${figures.stored} stored, ${figures.missing} missing, ${figures.doubled} doubled; ` +
        `energy of ${figures.energy.length - apart} of ${figures.energy.length} stations as their counters; ` +
        `${figures.acts} commands of people (answered after ${(figures.actMs / 1_000).toFixed(1)} s at most), ${figures.commands} in the ledger, ${figures.verified} verified, ${figures.effects} effects, ${figures.wrong} other than once; ` +
        `${figures.alarms} alarms, ${figures.alarmRows} in the list, ${figures.alarmsAgain} counted or told again; ` +
        `${figures.requests} requests, ${figures.refusedMeanwhile} refused while nobody led, ${figures.refusedElse.length} else, the longest ${(figures.longestMs / 1_000).toFixed(1)} s; ` +
        `a server that starts while nobody leads is up at its start no. ${figures.starts}, ${figures.serversGone} servers ended`,
    )
    const moved = await proveMove(root, folder, cluster, say)
    return holds(figures) && moved
  } finally {
    await browser.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
