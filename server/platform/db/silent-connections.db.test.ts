import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { createLog } from '../log.ts'
import { openPool } from './open.ts'
import { databaseUnavailable } from './trouble.ts'

const { url } = await testDatabase()

/** A way to the database on which nothing arrives any more once it is held, without anybody being told. */
const openWay = async () => {
  const at = new URL(url.replace('@/', '@socket/'))
  const folder = at.searchParams.get('host') ?? ''
  const state = { held: false, silent: false }
  const open = new Set<Socket>()
  const server = createServer((from) => {
    open.add(from)
    from.on('error', () => {})
    if (state.silent) return
    const to = connect(`${folder}/.s.PGSQL.${at.searchParams.get('port') ?? '5432'}`)
    open.add(to)
    to.on('error', () => {})
    let holds = false
    hold.push(() => {
      holds = true
    })
    from.on('data', (bytes) => !holds && to.write(bytes))
    to.on('data', (bytes) => !holds && from.write(bytes))
    from.on('close', () => !holds && to.destroy())
    to.on('close', () => !holds && from.destroy())
  })
  const hold: (() => void)[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  afterAll(async () => {
    for (const one of open) one.destroy()
    server.close()
  })
  return {
    url: `postgresql://${at.username}@127.0.0.1:${port}${at.pathname}`,
    /** What is connected now hears nothing more; who comes later is let through, as after somebody else took over. */
    hold: () => {
      for (const one of hold.splice(0)) one()
    },
    /** Who comes from now on is not answered either. */
    silence: () => {
      state.silent = true
    },
  }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
/** A busy machine answers late; only where nobody does is that waited for. */
const quick = { silence: { afterMs: 100, lookMs: 50, answerMs: 30_000 } }
const hasty = { silence: { ...quick.silence, answerMs: 2_000 } }

test('L3: a connection whose other end vanished without a word is given up, and the next serves', async () => {
  const way = await openWay()
  const pool = openPool(way.url, createLog('silent'), 1, quick)
  await pool.query('SELECT 1')
  way.hold()
  const asked = await failure(pool.query('SELECT 1'))
  expect(databaseUnavailable(asked)).toBe(true)
  expect((await pool.query('SELECT 2 AS n')).rows).toEqual([{ n: 2 }])
  await pool.end()
})

test('L3: while nobody answers at all, who waits is told so', async () => {
  const way = await openWay()
  const pool = openPool(way.url, createLog('silent'), 1, hasty)
  await pool.query('SELECT 1')
  way.silence()
  way.hold()
  expect(databaseUnavailable(await failure(pool.query('SELECT 1')))).toBe(true)
  await pool.end()
})

test('L3: a statement that takes long is no silence, nor is a connection on which nothing is asked', async () => {
  const way = await openWay()
  const pool = openPool(way.url, createLog('silent'), 1, quick)
  const { rows } = await pool.query("SELECT pg_sleep(1)::text = '' AS done")
  expect(rows).toEqual([{ done: true }])
  const held = await pool.connect()
  const { rows: before } = await held.query('SELECT pg_backend_pid() AS pid')
  await pause(600)
  expect((await held.query('SELECT pg_backend_pid() AS pid')).rows).toEqual(before)
  held.release()
  await pool.end()
})

test('L3: a server that is too busy to hear the answer gives nothing up', async () => {
  const way = await openWay()
  const pool = openPool(way.url, createLog('silent'), 1, {
    silence: { afterMs: 100, lookMs: 50, answerMs: 300 },
  })
  await pool.query('SELECT 1')
  const busy = setInterval(() => {
    const until = performance.now() + 700
    while (performance.now() < until) Math.random()
  }, 1)
  const { rows } = await pool
    .query("SELECT pg_sleep(4)::text = '' AS done")
    .finally(() => clearInterval(busy))
  expect(rows).toEqual([{ done: true }])
  await pool.end()
})
