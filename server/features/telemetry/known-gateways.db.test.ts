import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { ChildMemory, gatewaysByKey } from './known-gateways.ts'
import { plainArray, quoted } from '../../platform/db/plain-array.ts'

const { db, pool } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

const look = async (memory: ChildMemory, keys: readonly string[]) => {
  const client = await pool.connect()
  try {
    return await gatewaysByKey(client, keys, memory)
  } finally {
    client.release()
  }
}

const children = (n: number) =>
  new Map(
    Array.from({ length: n }, (_, no) => [
      `S${no}`,
      { no, id: '', stationId: '', kind: 'inverter' as const, ratedW: null },
    ]),
  )

describe('gateways and their children, remembered', () => {
  it('what is remembered is what the database says, after every change of it', async () => {
    const [site, other] = [
      await makeSite(db, NOW, { inverters: 2, optimizers: 3 }),
      await makeSite(db, NOW, { inverters: 1 }),
    ]
    const keys = [site.gateway.sn, other.gateway.sn, 'NOSUCHGATEWAY1']
    const memory = new ChildMemory()
    const [inverter, second] = [site.inverters[0]!, site.inverters[1]!]
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
    ]
    for (const change of changes) {
      await pool.query(change, [inverter.no])
      const known = await look(memory, keys)
      expect({ change, known }).toEqual({ change, known: await look(new ChildMemory(), keys) })
      expect({ change, known: await look(memory, keys) }).toEqual({ change, known })
      expect([...known.keys()].sort()).toEqual([site.gateway.sn, other.gateway.sn].sort())
    }
    const known = await look(memory, keys)
    expect(known.get(site.gateway.sn)?.children.size).toBe(4)
    expect(known.get(other.gateway.sn)?.children.size).toBe(1)
  })

  it('children are read again only when something changed', async () => {
    const site = await makeSite(db, NOW, { inverters: 2 })
    const memory = new ChildMemory()
    const before = (await look(memory, [site.gateway.sn])).get(site.gateway.sn)?.children
    expect((await look(memory, [site.gateway.sn])).get(site.gateway.sn)?.children).toBe(before)
    await pool.query('UPDATE device SET rated_w = 1 WHERE no = $1', [site.inverters[0]!.no])
    const after = (await look(memory, [site.gateway.sn])).get(site.gateway.sn)?.children
    expect(after).not.toBe(before)
    expect(after?.get(site.inverters[0]!.sn)?.ratedW).toBe(1)
  })

  it('holds no more children than it may; what was used last stays', () => {
    const memory = new ChildMemory(5)
    memory.set('a', '1', children(2))
    memory.set('b', '1', children(2))
    expect(memory.get('a', '1')?.size).toBe(2)
    memory.set('c', '1', children(2))
    expect([memory.get('a', '1')?.size, memory.get('b', '1'), memory.get('c', '1')?.size]).toEqual([
      2,
      null,
      2,
    ])
    expect(memory.get('a', '2')).toBeNull()
    memory.set('c', '2', children(1))
    expect(memory.size).toBe(3)
  })

  it('words keep their characters in an array of text', async () => {
    const words = ['abcd', 'NULL', 'null', 'a_b-c', 'a"b', 'a\\b', '{a,b}', ' ']
    const { rows } = await pool.query<{ words: string[] }>('SELECT $1::text[] AS words', [
      plainArray(words.map(quoted)),
    ])
    expect(rows[0]?.words).toEqual(words)
  })
})
