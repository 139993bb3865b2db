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

it('an installation that comes from before the array has a string for each number and a place for each device', async () => {
  const url = await emptyDatabase()
  const folder = await mkdtemp(path.join(await testFolder(), 'migrations-'))
  for (const name of (await readdir(own)).filter((one) => /^000[12]_/.test(one)))
    await cp(path.join(own, name), path.join(folder, name))
  await migrate(url, { log, folder })
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const [company, station, inverter] = [randomUUID(), randomUUID(), randomUUID()]
    await client.query("INSERT INTO company (id, name, created_at) VALUES ($1, 'Solar', now())", [company])
    await client.query(
      `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, country,
                            report_min, capacity, capacity_unit, capacity_w, created_at)
       VALUES ($1, 'CN1', 'Roof', $2, 'commercial', 'Asia/Shanghai', 31, true, 121, true, 'CN', 5, 20, 'kW', 20000, now())`,
      [station, company],
    )
    const device = async (
      id: string,
      kind: string,
      sn: string,
      where: [string | null, number | null, number | null] = [null, null, null],
      removed = false,
    ) =>
      client.query(
        `INSERT INTO device (id, station_id, kind, sn, sn_key, parent_id, string_no, position, created_at, removed_at,
                             reported_by_gateway)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7, now(), CASE WHEN $8 THEN now() END, $4 <> 'OPT00003')`,
        [id, station, kind, sn, ...where, removed],
      )
    await device(inverter, 'inverter', 'INV00001')
    const places = [
      ['OPT00001', 1, 1],
      ['OPT00002', 1, 1],
      ['OPT00003', 2, 7],
      ['OPT00004', null, null],
      ['OPT00005', 5000, 1],
    ] as const
    for (const [sn, no, position] of places)
      await device(randomUUID(), 'optimizer', sn, [inverter, no, position])
    await device(randomUUID(), 'optimizer', 'OPT00009', [inverter, 9, 9], true)

    await migrate(url, { log })
    const strings = await client.query('SELECT no, inverter_id FROM string ORDER BY no')
    expect(strings.rows).toEqual([
      { no: 1, inverter_id: inverter },
      { no: 2, inverter_id: inverter },
    ])
    const hung = await client.query(
      `SELECT d.sn, s.no, p.position, n.until, d.confirmed_at IS NOT NULL AS confirmed
         FROM place p JOIN place_device n ON n.place_id = p.id JOIN device d ON d.id = n.device_id
         LEFT JOIN string s ON s.id = p.string_id ORDER BY d.sn`,
    )
    expect(hung.rows).toEqual([
      { sn: 'INV00001', no: null, position: null, until: null, confirmed: false },
      { sn: 'OPT00001', no: 1, position: 1, until: null, confirmed: false },
      { sn: 'OPT00002', no: 1, position: null, until: null, confirmed: false },
      { sn: 'OPT00003', no: 2, position: 7, until: null, confirmed: true },
      { sn: 'OPT00004', no: null, position: null, until: null, confirmed: false },
      { sn: 'OPT00005', no: null, position: null, until: null, confirmed: false },
    ])
  } finally {
    await client.end()
  }
})
