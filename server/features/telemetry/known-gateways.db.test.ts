import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { GatewayMemory, gatewaysByKey, type Mentioned } from './known-gateways.ts'
import { plainArray, quoted } from '../../platform/db/plain-array.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

const lookAt = async (memory: GatewayMemory, mentioned: Mentioned) => {
  const client = await pool.connect()
  try {
    return await gatewaysByKey(client, mentioned, memory)
  } finally {
    client.release()
  }
}

const read = (no: number, children: number): Parameters<GatewayMemory['set']>[1] => ({
  gateway: {
    no,
    id: '',
    stationId: '',
    reportMin: 5,
    clockOffsetMs: null,
    position: { latitude: 0, longitude: 0 },
    children: new Map(
      Array.from({ length: children }, (_, child) => [
        `S${child}`,
        { no: child, id: '', stationId: '', kind: 'inverter' as const, ratedW: null },
      ]),
    ),
  },
  stamps: { gateway: '1', station: '1', link: null },
  childStamps: new Map(),
})

/** Which rows of a table its statements have read so far. */
const rowsRead = async (): Promise<number> => {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ n: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_user_tables WHERE relname = 'device'`,
  )
  return rows[0]?.n ?? 0
}

describe('gateways and their children, remembered', () => {
  it('what is remembered is what the database says, after every change of it', async () => {
    const [site, other] = [
      await makeSite(db, NOW, { inverters: 2, optimizers: 3 }),
      await makeSite(db, NOW, { inverters: 1 }),
    ]
    const [inverter, second] = [site.inverters[0]!, site.inverters[1]!]
    const serials = new Set([
      ...[...site.inverters, ...site.optimizers, ...other.inverters].map(({ sn }) => sn),
      'ANOTHER00001',
      'ANOTHER00002',
    ])
    const mentioned = new Map(
      [site.gateway.sn, other.gateway.sn, 'NOSUCHGATEWAY1'].map((key) => [key, serials]),
    )
    const memory = new GatewayMemory()
    const look = (of: GatewayMemory) => lookAt(of, mentioned)
    const changes = [
      // Nothing at all: the second look is from memory.
      'SELECT $1::int',
      'UPDATE device SET rated_w = 4321 WHERE no = $1',
      'UPDATE device SET removed_at = now() WHERE no = $1',
      'UPDATE device SET removed_at = NULL WHERE no = $1',
      `UPDATE device SET gateway_id = '${other.gateway.id}' WHERE no = $1`,
      `UPDATE device SET gateway_id = '${site.gateway.id}', sn = 'ANOTHER00001', sn_key = 'ANOTHER00001' WHERE no = $1`,
      `WITH gone AS (UPDATE device SET removed_at = now() WHERE no = $1)
       UPDATE device SET kind = 'optimizer' WHERE no = ${second.no}`,
      `INSERT INTO device (id, station_id, kind, sn, sn_key, gateway_id, reported_by_gateway, created_at)
       SELECT gen_random_uuid(), station_id, kind, 'ANOTHER00002', 'ANOTHER00002', gateway_id, true, now()
         FROM device WHERE no = ${second.no} AND $1 > 0`,
      `UPDATE station SET report_min = 7 WHERE id = '${site.stationId}' AND $1 > 0`,
      `INSERT INTO gateway_link (device_id, clock_offset_ms) SELECT '${site.gateway.id}', 4000 WHERE $1 > 0`,
      `UPDATE gateway_link SET clock_offset_ms = 5000 WHERE device_id = '${site.gateway.id}' AND $1 > 0`,
    ]
    for (const change of changes) {
      await pool.query(change, [inverter.no])
      const known = await look(memory)
      expect({ change, known }).toEqual({ change, known: await look(new GatewayMemory()) })
      expect({ change, known: await look(memory) }).toEqual({ change, known })
      expect([...known.keys()].sort()).toEqual([site.gateway.sn, other.gateway.sn].sort())
    }
    const known = await look(memory)
    expect(known.get(site.gateway.sn)?.children.size).toBe(5)
    expect(known.get(site.gateway.sn)).toMatchObject({ reportMin: 7, clockOffsetMs: 5000 })
    expect(known.get(other.gateway.sn)?.children.size).toBe(1)
    await pool.query('UPDATE device SET removed_at = now() WHERE id = $1', [other.gateway.id])
    expect([...(await look(memory)).keys()]).toEqual([site.gateway.sn])
  })

  it('they are read again only when something changed, and of the children no more than a batch names', async () => {
    const site = await makeSite(db, NOW, { inverters: 40 })
    const far = await makeSite(db, NOW, { inverters: 0 })
    // So many that nobody would read them all to find two, and that the database knows it.
    await owner.query(
      `INSERT INTO device (id, station_id, kind, sn, sn_key, gateway_id, reported_by_gateway, created_at)
       SELECT gen_random_uuid(), $1, 'inverter', 'FAR' || n, 'FAR' || n, $2, true, now() FROM generate_series(1, 4000) AS n`,
      [far.stationId, far.gateway.id],
    )
    await owner.query('ANALYZE device, station')
    const [first, last] = [site.inverters[0]!, site.inverters.at(-1)!]
    const memory = new GatewayMemory()
    const look = async () => {
      const known = await lookAt(memory, new Map([[site.gateway.sn, new Set([first.sn])]]))
      return known.get(site.gateway.sn)?.children
    }
    const before = await look()
    const readBefore = await rowsRead()
    expect(await look()).toBe(before)
    // The gateway itself and the child that is named.
    expect((await rowsRead()) - readBefore).toBe(2)
    await pool.query('UPDATE device SET rated_w = 2 WHERE no = $1', [last.no])
    expect(await look()).toBe(before)
    await pool.query('UPDATE device SET rated_w = 1 WHERE no = $1', [first.no])
    const after = await look()
    expect(after).not.toBe(before)
    expect(after?.get(first.sn)?.ratedW).toBe(1)
  })

  it('holds no more children than it may; what was used last stays', () => {
    const memory = new GatewayMemory(5)
    memory.set('a', read(1, 2))
    memory.set('b', read(2, 2))
    expect(memory.get('a')?.gateway.no).toBe(1)
    memory.set('c', read(3, 2))
    expect([memory.get('a')?.gateway.no, memory.get('b'), memory.get('c')?.gateway.no]).toEqual([1, null, 3])
    memory.set('c', read(4, 1))
    expect(memory.size).toBe(3)
    memory.forget('a')
    expect(memory.size).toBe(1)
  })

  it('words keep their characters in an array of text', async () => {
    const words = ['abcd', 'NULL', 'null', 'a_b-c', 'a"b', 'a\\b', '{a,b}', ' ']
    const { rows } = await pool.query<{ words: string[] }>('SELECT $1::text[] AS words', [
      plainArray(words.map(quoted)),
    ])
    expect(rows[0]?.words).toEqual(words)
  })
})
