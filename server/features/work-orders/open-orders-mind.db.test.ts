import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PEOPLE_SHOWN } from '#domain/work-orders/limits.ts'
import { counted } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAccount, makeCompany } from '#tests/factories/accounts.ts'
import { makeStation } from '#tests/factories/stations.ts'
import type { Db } from '../../platform/db/handle.ts'
import { countOrdersInSight, type OrdersCounted } from './count-orders.ts'
import { sumUpOrders } from './find-order-counts.ts'
import { createOpenOrdersMind, type OpenOrdersMind } from './open-orders-mind.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T02:00:00Z')
const HOUR = 3_600_000
const companyId = await makeCompany(db, NOW)
const stations: string[] = []
for (let n = 0; n < 8; n += 1) stations.push(await makeStation(db, NOW, companyId))
const people: string[] = []
for (let n = 0; n < PEOPLE_SHOWN + 8; n += 1) {
  const { id } = await makeAccount(db, NOW, { role: 'maintainer', companyId, passwordHash: '' })
  // Some have the same name.
  await owner.query('UPDATE account SET name = $2 WHERE id = $1', [id, `Name ${(n * 7) % 23}`])
  people.push(id)
}
const [me = ''] = people

/** The next whole number below `most`: the same ones in each run. */
let seed = 20_261_128
const below = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * most)
}
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T

const open = ['dispatching', 'receiving', 'pending', 'in_progress', 'audit'] as const
const made: string[] = []
/** µs beside whole milliseconds, as nobody but the database knows them. */
const dueAt = (): string | null =>
  below(3) === 0
    ? null
    : `${new Date(NOW + (below(48) - 24) * HOUR).toISOString().slice(0, -1)}00${below(2)}Z`

const make = async (initiator = oneOf(people)): Promise<void> => {
  const id = randomUUID()
  const status = oneOf(open)
  const handler = status === 'dispatching' ? null : oneOf(people)
  await owner.query(
    `INSERT INTO work_order (id, no, station_id, type, status, priority, name, description, initiator_id, handler_id,
       needs_review, initiated_at, planned_minutes, due_at, place)
     VALUES ($1, $2, $3, 'repair', $4, $5, 'Repair', '', $6, $7, true, $8, 60, $9, 0)`,
    [
      id,
      `WO20260621${String(made.length).padStart(4, '0')}`,
      oneOf(stations),
      status,
      1 + below(4),
      initiator,
      handler,
      new Date(NOW - below(100) * HOUR),
      dueAt(),
    ],
  )
  made.push(id)
}
const set = (columns: string, values: readonly unknown[] = [], id = oneOf(made)): Promise<unknown> =>
  owner.query(`UPDATE work_order SET ${columns} WHERE id = $1`, [id, ...values])

const edits: [what: string, edit: () => Promise<unknown>][] = [
  ['nothing', async () => null],
  ['one more', () => make()],
  ['one of mine', () => make(me)],
  [
    'somebody else has it',
    () => set("handler_id = $2, status = 'pending', closed_at = NULL", [oneOf(people)]),
  ],
  ['I am to accept it', () => set("handler_id = $2, status = 'receiving', closed_at = NULL", [me])],
  ['it is begun', () => set("handler_id = $2, status = 'in_progress', closed_at = NULL", [me])],
  ['it waits for review', () => set("status = 'audit', handler_id = $2, closed_at = NULL", [oneOf(people)])],
  ['nobody has it', () => set("status = 'dispatching', handler_id = NULL, closed_at = NULL")],
  ['it is done', () => set("status = 'completed', closed_at = now(), due_at = NULL")],
  ['it is discarded and due all the same', () => set("status = 'invalid', closed_at = now()")],
  ['it is due at another time', () => set('due_at = $2', [dueAt()])],
  ['it is what it was', () => set('name = name')],
  ['it is more urgent', () => set('priority = 1')],
  ['it is at another station', () => set('station_id = $2', [oneOf(stations)])],
  [
    'many at once',
    () =>
      owner.query('UPDATE work_order SET due_at = due_at + $1 * interval $$1 h$$ WHERE priority = 2', [
        below(9) - 4,
      ]),
  ],
  [
    'a station goes',
    () => owner.query('UPDATE station SET deleted_at = now() WHERE id = $1', [oneOf(stations)]),
  ],
  ['stations come back', () => owner.query('UPDATE station SET deleted_at = NULL')],
  [
    'somebody is called otherwise',
    () => owner.query('UPDATE account SET name = $2 WHERE id = $1', [oneOf(people), `Name ${below(30)}`]),
  ],
  ['sums are made one', () => sumUpOrders(db)],
]

const ask = (isMany: boolean, openOrders: OpenOrdersMind, accountId: string, now: number, on: Db = db) =>
  countOrdersInSight(
    { db: on, stations: { isMany: () => isMany }, openOrders },
    { accountId, stations: null, reviewed: now % 2 === 0 ? null : [] },
    now,
  )

/** Nobody may change anything between the two. */
const both = async (mind: OpenOrdersMind, accountId: string, now: number): Promise<OrdersCounted[]> => {
  const told = await ask(true, mind, accountId, now)
  return [told, await ask(false, mind, accountId, now)]
}

describe('orders of very many stations', () => {
  it('are counted from what is in mind as the database counts them, whatever changes and whoever wrote it', async () => {
    const minds = [createOpenOrdersMind(), createOpenOrdersMind()]
    for (let n = 0; n < 240; n += 1) await make(below(20) === 0 ? me : undefined)
    const [first] = await both(minds[1]!, me, NOW)
    expect(first?.people).toHaveLength(PEOPLE_SHOWN)
    expect(Object.values(first?.mine ?? {}).every((n) => n > 0)).toBe(true)
    expect(first?.counts.overdue).toBeGreaterThan(0)
    for (let n = 0; n < 140; n += 1) {
      const [what, edit] = edits[n] ?? oneOf(edits)
      await edit()
      // The second server looks less often, so more has come meanwhile.
      for (const mind of n % 3 === 0 ? minds : minds.slice(0, 1)) {
        const now = NOW + (below(60) - 30) * HOUR + below(2)
        const [told, direct] = await both(mind, n % 2 === 0 ? me : oneOf(people), now)
        expect([what, told]).toEqual([what, direct])
      }
    }
  })

  it('that were written before a look and committed after it are counted by the next one', async () => {
    const mind = createOpenOrdersMind()
    await ask(true, mind, me, NOW)
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        "UPDATE work_order SET due_at = $1, status = 'pending', handler_id = $2, closed_at = NULL",
        [new Date(NOW - HOUR), me],
      )
      expect((await ask(true, mind, me, NOW)).counts.overdue).toBeLessThan(made.length)
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    await owner.query('UPDATE station SET deleted_at = NULL')
    const { counts, mine, people: holders } = await ask(true, mind, me, NOW)
    expect([counts.overdue, mine.do, holders]).toEqual([
      made.length,
      made.length,
      [{ id: me, name: expect.any(String), open: made.length }],
    ])
  })

  it('are read once: of each look only what was written since', async () => {
    const mind = createOpenOrdersMind()
    await ask(true, mind, me, NOW)
    // As if all had been written by a transaction long ago: others run on this server of databases.
    await owner.query('ALTER TABLE work_order DISABLE TRIGGER work_order_changed')
    await owner.query("UPDATE work_order SET changed = '3'")
    await owner.query('ALTER TABLE work_order ENABLE TRIGGER work_order_changed')
    const handle = counted(db)
    await ask(true, mind, me, NOW, handle.db)
    expect(handle.seen.statements).toBe(2)
    await owner.query("UPDATE work_order SET status = 'completed', closed_at = now(), due_at = NULL")
    const { counts, people: holders, mine } = await ask(true, mind, me, NOW)
    expect([counts.overdue, holders, mine]).toEqual([0, [], { accept: 0, do: 0, created: 0, review: 0 }])
    expect(counts.completed).toBe(made.length)
  })
})
