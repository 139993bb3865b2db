import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { median } from '../../bench/figure.ts'
import { startGateways } from '../../bench/gateways.ts'
import { startInstallation } from '../../bench/installation.ts'
import { messageReadings, readingsPerMessage } from '../../bench/messages.ts'
import { seedFleet, seedPerson } from '../../bench/seed.ts'
import { makeCompany } from '../../tests/factories/accounts.ts'

const GATEWAYS = 200
const PEOPLE = 20
/** A report of each gateway; 20 readings each. */
const REPORT_EVERY_MS = 10_000
const LOOK_EVERY_MS = 5_000
const SAMPLE_EVERY_MS = 5_000
/** Memory of the last quarter beside that of the second: what a server that keeps nothing back stays under. */
const GROWTH = 1.15
/** Within this the connections of those who have gone are closed, and those to the database that nobody uses (30 s). */
const GONE_MS = 45_000
/** What jobs that happen to run just then hold open. */
const AT_WORK = 5

type Sample = { mb: number; open: number }

const sampleOf = (pid: number): Sample => ({
  mb: Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 'NaN') / 1024,
  open: readdirSync(`/proc/${pid}/fd`).length,
})

/** Somebody with the app open: their stream, and a look at home now and then. Gives how often an answer was not good. */
const watch = async (
  url: string,
  cookie: string,
  until: AbortSignal,
): Promise<{ looks: number; bad: number[] }> => {
  const stream = await fetch(`${url}/api/live`, { headers: { cookie }, signal: until })
  const heard = (async (): Promise<void> => {
    for await (const part of stream.body ?? []) void part
  })().catch(() => undefined)
  const seen = { looks: 0, bad: [] as number[] }
  while (!until.aborted) {
    const answer = await fetch(`${url}/api/home`, { headers: { cookie } })
    await answer.arrayBuffer()
    seen.looks += 1
    if (!answer.ok) seen.bad.push(answer.status)
    await pause(LOOK_EVERY_MS, undefined, { signal: until }).catch(() => undefined)
  }
  await heard
  return seen
}

/**
 * A server with 200 gateways and 20 people for some minutes: everything acknowledged is stored, everybody is answered,
 * memory does not grow once it has warmed up, open files neither but for what 20 people ask at one time, and once
 * everybody has gone as many are open as before they came.
 */
export const proveSoak = async (minutes: number, say: (line: string) => void): Promise<boolean> => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  try {
    const companyId = await makeCompany(db, Date.now(), 'Soak')
    await seedFleet(pool, { name: 'SO', companyId, stations: GATEWAYS, gateways: 1, ...messageReadings })
    // One after the other, so that this process keeps one connection: the embedded database has 40 for everybody, and
    // the server's 20 must be among them.
    const cookies: string[] = []
    for (let person = 0; person < PEOPLE; person += 1)
      cookies.push(await seedPerson(db, Date.now(), 'installer', companyId))
    const before = sampleOf(server.pid).open
    const gateways = await startGateways(server.mqttPort, 'SO', GATEWAYS)
    await gateways.ask({ kind: 'live', boot: randomUUID().slice(0, 8), everyMs: REPORT_EVERY_MS })
    const over = new AbortController()
    const people = Promise.all(cookies.map((cookie) => watch(server.url, cookie, over.signal)))
    const samples: Sample[] = []
    for (const endAt = performance.now() + minutes * 60_000; performance.now() < endAt;) {
      await pause(SAMPLE_EVERY_MS)
      samples.push(sampleOf(server.pid))
    }
    const sent = await gateways.ask({ kind: 'stop' })
    over.abort()
    const seen = await people
    await gateways.end()
    await pause(GONE_MS)
    const after = sampleOf(server.pid).open
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM reading')
    const stored = rows[0]?.n ?? 0
    const quarter = (from: number): Sample[] =>
      samples.slice(Math.floor(samples.length * from), Math.floor(samples.length * (from + 0.25)))
    const [early, late] = [quarter(0.25), quarter(0.75)]
    const [earlyMb, lateMb] = [median(early.map(({ mb }) => mb)), median(late.map(({ mb }) => mb))]
    const [earlyOpen, lateOpen] = [
      median(early.map(({ open }) => open)),
      median(late.map(({ open }) => open)),
    ]
    const looks = seen.reduce((sum, one) => sum + one.looks, 0)
    const bad = seen.flatMap((one) => one.bad)
    say(
      `${minutes} min, ${GATEWAYS} gateways, ${PEOPLE} people: ${sent.messages * readingsPerMessage} readings acknowledged, ${stored} stored; ` +
        `${looks} looks at home, ${bad.length} refused ${[...new Set(bad)].join(' ')}; memory ${earlyMb.toFixed(0)} then ${lateMb.toFixed(0)} MB, ` +
        `open files ${earlyOpen} then ${lateOpen}, ${before} before anybody came and ${after} after all had gone`,
    )
    return (
      stored === sent.messages * readingsPerMessage &&
      looks > 0 &&
      bad.length === 0 &&
      lateMb < earlyMb * GROWTH &&
      lateOpen <= earlyOpen + PEOPLE &&
      after <= before + AT_WORK
    )
  } finally {
    await close()
    await server.stop()
  }
}
