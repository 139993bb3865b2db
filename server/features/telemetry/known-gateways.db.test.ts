import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { GatewayMemory, gatewaysByKey, type KnownGateway } from './known-gateways.ts'
import { plainArray, quoted } from '../../platform/db/plain-array.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

const lookAt = async (memory: GatewayMemory, keys: readonly string[]) => {
  const client = await pool.connect()
  try {
    return await gatewaysByKey(client, keys, memory)
  } finally {
    client.release()
  }
}

const gatewayOf = (no: number, children: number): KnownGateway => ({
  no,
  id: `id-${no}`,
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
})

// Looks at the same time.
const change = (by: number, no = 1) => ({ by: `${by}`, gatewayId: `id-${no}` })
const start = () => {
  const memory = new GatewayMemory()
  const looked = memory.hear({ from: null, behind: 's|10', changes: [] }, 0)
  memory.set('a', gatewayOf(1, 1), looked)
  memory.set('b', gatewayOf(2, 1), looked)
  return memory
}
const held = (memory: GatewayMemory) => ['a', 'b'].filter((key) => memory.get(key) !== null)

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
    const keys = [site.gateway.sn, other.gateway.sn, 'NOSUCHGATEWAY1']
    const memory = new GatewayMemory()
    const look = (of: GatewayMemory) => lookAt(of, keys)
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

  it('they are read again only when something changed that is kept of them', async () => {
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
      const known = await lookAt(memory, [site.gateway.sn])
      return known.get(site.gateway.sn)?.children
    }
    const before = await look()
    const readBefore = await rowsRead()
    expect(await look()).toBe(before)
    expect((await rowsRead()) - readBefore).toBe(0)
    await pool.query(`UPDATE device SET brand = brand || '+' WHERE no = $1`, [first.no])
    await pool.query('INSERT INTO gateway_link (device_id, connected) VALUES ($1, true)', [site.gateway.id])
    await pool.query('UPDATE gateway_link SET refused = refused + 1 WHERE device_id = $1', [site.gateway.id])
    await pool.query(`UPDATE station SET name = name || '+' WHERE id = $1`, [site.stationId])
    expect(await look()).toBe(before)
    await pool.query('UPDATE device SET rated_w = 2 WHERE no = $1', [last.no])
    const after = await look()
    expect(after).not.toBe(before)
    expect(after?.get(last.sn)?.ratedW).toBe(2)
    expect(await look()).toBe(after)
  })

  it('what is written while others look, and is committed after, is seen by the look after that', async () => {
    const site = await makeSite(db, NOW)
    const [inverter] = site.inverters
    const memory = new GatewayMemory()
    const look = async () => {
      const known = await lookAt(memory, [site.gateway.sn])
      return known.get(site.gateway.sn)?.children
    }
    const before = await look()
    const [writer, older] = [await pool.connect(), await pool.connect()]
    try {
      // Something older that does not end for long: all that is written meanwhile is told of at each look.
      await older.query('BEGIN')
      await older.query(`UPDATE station SET name = name || '+' WHERE id = $1`, [site.stationId])
      await writer.query('BEGIN')
      await writer.query('UPDATE device SET rated_w = 4444 WHERE no = $1', [inverter!.no])
      expect(await look()).toBe(before)
      await pool.query(`UPDATE device SET brand = brand || '+' WHERE no = $1 + 1000000`, [inverter!.no])
      await writer.query('COMMIT')
      const after = await look()
      expect(after?.get(inverter!.sn)?.ratedW).toBe(4444)
      expect(await look()).toBe(after)
      await writer.query('BEGIN')
      await writer.query('UPDATE device SET rated_w = 5555 WHERE no = $1', [inverter!.no])
      await writer.query('ROLLBACK')
      expect(await look()).toBe(after)
    } finally {
      await older.query('ROLLBACK')
      older.release()
      writer.release()
    }
  })

  it('holds no more children than it may; what was used last stays', () => {
    const memory = new GatewayMemory(5)
    const looked = memory.hear({ from: null, behind: 'a|1', changes: [] }, 0)
    const set = (key: string, no: number, children: number) =>
      memory.set(key, gatewayOf(no, children), looked)
    set('a', 1, 2)
    set('b', 2, 2)
    expect(memory.get('a')?.no).toBe(1)
    set('c', 3, 2)
    expect([memory.get('a')?.no, memory.get('b'), memory.get('c')?.no]).toEqual([1, null, 3])
    set('c', 4, 1)
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

  describe('of looks at the same time', () => {
    it('each forgets what it is told of, whichever is told first', () => {
      const [older, newer] = [
        { from: 's|10', behind: 's|12', changes: [change(11, 2)] },
        { from: 's|10', behind: 's|15', changes: [change(11, 2), change(14)] },
      ]
      for (const looks of [
        [older, newer],
        [newer, older],
      ]) {
        const memory = start()
        for (const one of looks) memory.hear(one, 0)
        expect(held(memory)).toEqual([])
        // Never behind what was read: the next one begins where the newer ended.
        expect(memory.behind(0)).toBe('s|15')
      }
    })

    it('what was read before another look went by is not kept: that one may have been told of its change', () => {
      const memory = start()
      const looked = memory.hear({ from: 's|10', behind: 's|12', changes: [] }, 0)
      memory.hear({ from: 's|10', behind: 's|15', changes: [change(14, 3)] }, 0)
      memory.set('c', gatewayOf(3, 1), looked)
      expect(memory.get('c')).toBeNull()
    })

    it('one that was told nothing, as nothing was known when it was asked, keeps nothing that another read', () => {
      const memory = start()
      memory.hear({ from: null, behind: 's|15', changes: [] }, 0)
      expect(held(memory)).toEqual([])
    })

    it('a transaction that is told of again, because an older one has not ended, is forgotten once', () => {
      const memory = start()
      const looked = memory.hear({ from: 's|10', behind: 's|10', changes: [change(14)] }, 0)
      expect(held(memory)).toEqual(['b'])
      memory.set('a', gatewayOf(1, 1), looked)
      memory.hear({ from: 's|10', behind: 's|10', changes: [change(14)] }, 0)
      expect(held(memory)).toEqual(['a', 'b'])
      memory.hear({ from: 's|10', behind: 's|16', changes: [change(14), change(15)] }, 0)
      expect(held(memory)).toEqual(['b'])
    })

    it('a database that was started again, or is another, is believed nothing of before', () => {
      const again = start()
      again.hear({ from: 's|10', behind: 't|11', changes: [] }, 0)
      expect(held(again)).toEqual([])
      const lost = start()
      lost.hear({ from: 's|10', behind: 's|9', changes: [] }, 0)
      expect(held(lost)).toEqual([])
      // Asked of the one before, while another look has begun with the new one.
      const both = start()
      const looked = both.hear({ from: 's|10', behind: 't|11', changes: [] }, 0)
      both.set('a', gatewayOf(1, 1), looked)
      both.hear({ from: 's|10', behind: 't|12', changes: [] }, 0)
      expect(held(both)).toEqual([])
    })

    it('who has not looked for as long as changes are kept reads all anew', () => {
      const memory = start()
      expect(memory.behind(9 * 60_000)).toBe('s|10')
      expect(memory.behind(11 * 60_000)).toBeNull()
      expect(held(memory)).toEqual([])
    })
  })
})
