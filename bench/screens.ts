import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Asking, askServer, inTurn } from './asking.ts'
import { type Benchmark, figure, quantile } from './figure.ts'
import { startInstallation } from './installation.ts'
import { seedFleet, seedPerson, seedState } from './seed.ts'

/** Devices of the person's own company, and of the installation when it is large: 10 a station. */
const OWN_STATIONS = 20
const LARGE_STATIONS = 2_000
const shape = { gateways: 1, inverters: 3, optimizers: 6 }
const DAYS = 30
const TURNS = 60
const TURNS_WIDE = 20
/** Screens that sum over all that somebody sees. */
const wide = new Set(['home', 'station-list', 'om-page'])

type World = {
  /** A person's cookie: of the company with 200 devices, and of somebody who sees everything. */
  own: string
  everything: string
  screens: { name: string; path: string }[]
} & Asking

const silent = createLog('silent')

/** An installation with the company's stations and `others` around them. */
const makeWorld = async (others: number): Promise<World> => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, silent)
  const companyId = await makeCompany(db, Date.now(), 'Own')
  await seedFleet(pool, { name: 'BS', companyId, stations: OWN_STATIONS, ...shape })
  if (others > 0) {
    const other = await makeCompany(db, Date.now(), 'Others')
    await seedFleet(pool, { name: 'BX', companyId: other, stations: others, ...shape })
  }
  await seedState(pool, Date.now(), DAYS)
  const idOf = async (sql: string): Promise<string> => String((await pool.query(sql)).rows[0].id)
  const station = await idOf(`SELECT id FROM station WHERE code = 'BS-S1'`)
  const device = (kind: string): Promise<string> =>
    idOf(`SELECT id FROM device WHERE station_id = '${station}' AND kind = '${kind}' ORDER BY no LIMIT 1`)
  const asking = await askServer(server, { db, pool })
  return {
    own: await seedPerson(db, Date.now(), 'installer', companyId),
    everything: await seedPerson(db, Date.now(), 'administrator', companyId),
    screens: [
      { name: 'home', path: '/api/home' },
      { name: 'station-list', path: '/api/stations?limit=50' },
      { name: 'station-detail', path: `/api/stations/${station}` },
      { name: 'inverter-detail', path: `/api/devices/${await device('inverter')}` },
      { name: 'gateway-detail', path: `/api/devices/${await device('gateway')}` },
      { name: 'om-page', path: '/api/troubles' },
    ],
    ...asking,
    stop: async () => {
      await asking.stop()
      await close()
      await server.stop()
    },
  }
}

/**
 * What each screen asks for first: how much the server adds to the bare statements, and whether a person's screens
 * stay as quick when the installation around them grows from 200 devices to 20,000.
 */
export const benchScreens: Benchmark = async (print) => {
  const small = await makeWorld(0)
  const large = await makeWorld(LARGE_STATIONS - OWN_STATIONS).catch(async (error: unknown) => {
    await small.stop()
    throw error
  })
  try {
    for (const [n, { name, path }] of large.screens.entries()) {
      const before = small.screens[n]?.path ?? path
      const [request = [], bare = [], alone = []] = await inTurn({ turns: TURNS }, [
        () => large.request(path, large.own),
        await large.bare(path, large.own),
        () => small.request(before, small.own),
      ])
      const p95 = quantile(request, 0.95)
      const what = `screen.${name}`
      const among = '20,000 devices around'
      print(
        figure(
          `${what}.overhead`,
          p95 / quantile(bare, 0.95),
          'ratio',
          `p95 beside its statements alone, ${among}`,
          '<= 2',
        ),
      )
      print(
        figure(
          `${what}.growth`,
          p95 / quantile(alone, 0.95),
          'ratio',
          `p95 with ${among}, beside 200 in all`,
          '<= 1.5',
        ),
      )
      print(figure(`${what}.p95`, p95, 'ms', among))
    }
    for (const { name, path } of large.screens.filter((one) => wide.has(one.name))) {
      const [request = [], bare = []] = await inTurn({ turns: TURNS_WIDE }, [
        () => large.request(path, large.everything),
        await large.bare(path, large.everything),
      ])
      const p95 = quantile(request, 0.95)
      const who = 'for somebody who sees all 20,000 devices'
      print(
        figure(
          `screen.${name}.all`,
          p95 / quantile(bare, 0.95),
          'ratio',
          `p95 beside its statements alone, ${who}`,
          '<= 2',
        ),
      )
      print(figure(`screen.${name}.all.p95`, p95, 'ms', who))
    }
  } finally {
    await small.stop()
    await large.stop()
  }
}
