import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { emptyDatabase, testFolder } from '#tests/database.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'

const own = path.join(import.meta.dirname, 'migrations')
const log = createLog('silent')

/** Whether the database took it, else what kept it out. */
const taken = (made: Promise<unknown>) =>
  made.then(
    () => 'taken',
    (error: unknown) => (error as { constraint?: string }).constraint,
  )

it('an installation from before brands told serials apart keeps each row as it is, and takes a second maker’s serial', async () => {
  const url = await emptyDatabase()
  const folder = await mkdtemp(path.join(await testFolder(), 'migrations-'))
  for (const name of (await readdir(own)).filter((one) => one < '0209'))
    await cp(path.join(own, name), path.join(folder, name))
  await migrate(url, { log, folder })
  const client = new Client({ connectionString: url })
  await client.connect()
  const rows = async () =>
    (await client.query<{ brand_key?: string }>('SELECT * FROM device ORDER BY no')).rows
  try {
    const [company, station, gateway] = [randomUUID(), randomUUID(), randomUUID()]
    await client.query("INSERT INTO company (id, name, created_at) VALUES ($1, 'Solar', now())", [company])
    await client.query(
      `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, country,
                            report_min, capacity, capacity_unit, capacity_w, created_at)
       VALUES ($1, 'CN1', 'Roof', $2, 'commercial', 'Asia/Shanghai', 31, true, 121, true, 'CN', 5, 20, 'kW', 20000, now())`,
      [station, company],
    )
    const device = (kind: string, sn: string, brand: string, id: string = randomUUID(), removed = false) =>
      client.query(
        `INSERT INTO device (id, station_id, kind, sn, sn_key, brand, gateway_id, created_at, removed_at, reported_by_gateway)
         VALUES ($1, $2, $3, $4, $4, $5, $6, now(), CASE WHEN $7 THEN now() END, $3 <> 'gateway')`,
        [id, station, kind, sn, brand, kind === 'gateway' ? null : gateway, removed],
      )
    await device('gateway', 'GW000001', 'Huawei', gateway)
    await device('inverter', 'INV00001', 'SMA Solar Technology AG')
    await device('inverter', 'INV00001', 'SMA', randomUUID(), true)
    await device('optimizer', 'OPT00001', '')
    await client.query(
      `INSERT INTO quarantine (gateway_id, sn_key, sn, reason, first_at, last_at)
       VALUES ($1, 'X1', 'X1', 'not_a_child', now(), now())`,
      [gateway],
    )
    const before = await rows()

    await migrate(url, { log })
    const after = await rows()
    expect(after).toMatchObject(before)
    expect(Object.keys(after[0] ?? {}).filter((name) => !(name in (before[0] ?? {})))).toEqual(['brand_key'])
    expect(after.map((row) => row.brand_key)).toEqual(['', 'sma', 'sma', ''])
    expect((await client.query('SELECT brand, brand_key FROM quarantine')).rows).toEqual([
      { brand: '', brand_key: '' },
    ])

    const elsewhere = (sn: string, brand: string, kind = 'inverter') =>
      taken(
        client.query(
          `INSERT INTO device (id, station_id, kind, sn, sn_key, brand, created_at)
           VALUES ($1, $2, $3, $4, $4, $5, now())`,
          [randomUUID(), station, kind, sn, brand],
        ),
      )
    expect([
      await elsewhere('INV00001', 'Sma'),
      await elsewhere('INV00001', 'Deye'),
      await elsewhere('GW000001', 'Sungrow', 'gateway'),
      await taken(device('optimizer', 'OPT00001', 'Tigo')),
    ]).toEqual(['device_identity', 'taken', 'device_identity', 'device_behind'])
  } finally {
    await client.end()
  }
})
