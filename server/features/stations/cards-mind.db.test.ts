import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { stationSorts } from '#domain/stations/station-kinds.ts'
import { createLog } from '#server/platform/log.ts'
import type { Context } from '#server/context.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAccount, makeCompany } from '#tests/factories/accounts.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeDevice, setLatest } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { type Scope, visibleStations } from '../accounts/scope.ts'
import { askedCards } from './asked-cards.ts'
import { createCardsMind } from './cards-mind.ts'
import { keepFigures } from './keep-figures.ts'
import { COMPUTED } from './kept-store.ts'
import { stationsIn } from './rows-store.ts'
import { figuresInOrder } from './station-figures.ts'

const { db, pool, owner } = await testDatabase()
const MINUTE = 60_000
/** Ten in the morning in Shanghai. */
const NOW = Date.parse('2026-06-21T02:00:00Z')
let now = NOW
const serverOf = (): Context => makeContext({ db, pool, log: createLog('silent'), clock: () => now })
const servers = [serverOf(), serverOf()]
/** All is read and computed at each look. */
const plain = (): Context => ({
  ...serverOf(),
  stations: {
    isMany: () => false,
    rows: (at, who) => stationsIn(at, visibleStations(who, now)),
    those: (_, { few }) => few(1_000_000),
    matching: (_, _filter, { few }) => few(1_000_000),
  },
  figures: {
    holdings: async (_, all) => all.map(() => undefined),
    read: async () => ({ marked: new Map(), turn: 0 }),
    figures: async (_, places) => ({
      found: places.map(() => undefined),
      computed: (_place, _row, figures) => figures,
    }),
    limited: (figures) => figures,
    placeIn: () => null,
    completed: (found, others) => found.map((one, at) => (others.has(at) ? others.get(at) : one)),
  },
  cards: createCardsMind(),
})

const companies = await Promise.all(['One', 'Two'].map((name) => makeCompany(db, NOW, name)))
const [large = '', small = ''] = companies
const { id: accountId } = await makeAccount(db, NOW, {
  role: 'administrator',
  companyId: large,
  passwordHash: '',
})
const everybody: Scope = { accountId, role: 'administrator', companyId: large }
const installer: Scope = { accountId, role: 'installer', companyId: large }
const ids: string[] = []
for (let n = 0; n < COMPUTED + 30; n += 1)
  ids.push(
    await makeStation(db, NOW - 1_000_000 + (n % 9) * 1000, n % 10 === 0 ? small : large, {
      name: ['Roof', 'roof', '屋顶', 'Öl', 'Ol'][n % 5] + String((n * 7) % 40),
      region: n % 3 === 0 ? 'Shanghai' : 'ÄRA',
      type: n % 4 === 0 ? 'residential' : 'commercial',
      capacity: 5 + (n % 6),
      latitude: n % 50,
    }),
  )
const devices = await Promise.all(
  ids.slice(0, 12).map(async (station) => {
    const gateway = await makeDevice(db, NOW - 48 * 60 * MINUTE, station, 'gateway')
    const inverter = await makeDevice(db, NOW - 48 * 60 * MINUTE, station, 'inverter', {
      gatewayId: gateway.id,
      ratedW: 5_000,
    })
    return { station, gateway, inverter }
  }),
)
const groupId = randomUUID()
await owner.query('INSERT INTO station_group (id, account_id, name, since) VALUES ($1, $2, $3, $4)', [
  groupId,
  accountId,
  'group',
  new Date(NOW),
])
for (const id of ids.slice(5, COMPUTED + 20))
  await owner.query('INSERT INTO station_group_member (group_id, station_id) VALUES ($1, $2)', [groupId, id])
for (const id of ids.slice(0, 9))
  await owner.query('INSERT INTO favourite (account_id, station_id, since) VALUES ($1, $2, $3)', [
    accountId,
    id,
    new Date(NOW),
  ])

const asks: [what: string, who: Scope, asked: Parameters<typeof askedCards>[1]][] = [
  ['all', everybody, {}],
  ['those of a company', installer, {}],
  ['a company of all', everybody, { companyId: large }],
  ['a type', everybody, { type: 'commercial' }],
  ['a region and a country', everybody, { region: 'ÄRA', country: 'CN' }],
  ['a capacity', everybody, { capacityFromW: 6_000, capacityToW: 9_000 }],
  ['favourites', everybody, { favourite: true }],
  ['a group', everybody, { groupId }],
  ['a group and a type', installer, { groupId, type: 'commercial' }],
  ['a text in many', everybody, { search: 'ROOF' }],
  ['a text that letters are folded for', everybody, { search: 'ära' }],
  ['a serial number', everybody, { search: devices[3]?.inverter.sn.slice(0, 8) ?? '' }],
  ['deleted ones', everybody, { deleted: true }],
]

let seed = 7
const below = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * most)
}
const one = (): string => ids[below(ids.length)] ?? ''
const set = (column: string, value: unknown) =>
  owner.query(`UPDATE station SET ${column} = $2 WHERE id = $1`, [one(), value])
const edits: ((n: number) => Promise<unknown>)[] = [
  (n) => set('name', `Roof${n % 40}`),
  (n) => set('name', `天 ${n}`),
  (n) => set('capacity_w', 4_000 + 100 * n),
  () => set('deleted_at', new Date(now)),
  () => owner.query('UPDATE station SET deleted_at = NULL WHERE id = ANY($1)', [ids.slice(below(60), 100)]),
  () => set('company_id', companies[below(2)]),
  (n) => set('time_zone', n % 2 === 0 ? 'Europe/Paris' : 'Asia/Shanghai'),
  async (n) => ids.push(await makeStation(db, now - n * MINUTE, large, { name: `New ${n}` })),
  () => makeAlarm(db, now, one()),
  async (n) => {
    const { station, gateway, inverter } = devices[below(devices.length)]!
    await setLatest(db, gateway.no, { ts: now })
    await setLatest(db, inverter.no, {
      ts: now,
      state: n % 3 === 0 ? 'shutdown' : 'grid_connected',
      p: 100 * n,
    })
    await owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [station])
  },
  async () => {
    now += 7 * MINUTE
  },
  () => keepFigures({ db, clock: () => now }, now),
  () => owner.query('UPDATE company SET name = name || $2 WHERE id = $1', [large, '.']),
]

describe('cards of many stations', () => {
  it('are those that are made anew at each look, in every order and page, whatever changes and whoever wrote it', async () => {
    await keepFigures({ db, clock: () => now }, now)
    let cursor: string | undefined
    for (let n = 0; n < 60; n += 1) {
      await edits[n < edits.length ? n : below(edits.length)]?.(n)
      const sort = stationSorts[n % stationSorts.length] ?? 'worst'
      const order = n % 4 < 2 ? undefined : n % 4 === 2 ? 'rising' : 'falling'
      for (const [what, who, asked] of n % 5 === 0 ? asks : asks.slice(0, 4)) {
        const condition = n % 6 === 5 ? ('unknown' as const) : undefined
        const look = async (context: Context) => {
          const all = await askedCards({ context, who, now }, asked)
          const page = (limit: number, cursor?: string) =>
            context.cards.page(all, { sort, order, cursor, limit, condition }, now)
          const first = page(20)
          return { count: all.length, first, next: page(20, first.next ?? undefined), whole: page(1000) }
        }
        const computed = await look(plain())
        for (const server of servers) expect([n, what, await look(server)]).toEqual([n, what, computed])
        // A page of before goes on where it ended, wherever stations have moved.
        if (what !== 'all') continue
        const [kept, read] = await Promise.all(
          [servers[0]!, plain()].map(async (context) => {
            const all = await askedCards({ context, who, now }, asked)
            return context.cards.page(all, { sort: 'name', order: undefined, cursor, limit: 15 }, now)
          }),
        )
        expect([n, kept]).toEqual([n, read])
        cursor = kept?.next ?? undefined
      }
    }
  })

  it('and the figures they are made of are the same objects while nothing changes, also as the sun goes on', async () => {
    await keepFigures({ db, clock: () => now }, now)
    const [context] = servers
    const look = async () => {
      const all = await askedCards({ context: context!, who: everybody, now }, {})
      const rows = await context!.stations.rows(db, everybody, now)
      return { all, rows, figures: await figuresInOrder(db, rows, now, context!.figures) }
    }
    const before = await look()
    const after = await look()
    expect(after.all).toBe(before.all)
    expect(after.figures).toBe(before.figures)
    now += 1_000
    const later = await look()
    expect(later.figures.map((own, at) => own === before.figures[at])).toEqual(before.figures.map(() => true))
    // Written anew, and not another.
    await owner.query('UPDATE station_figures SET at = at')
    const again = await look()
    expect(again.figures.map((own, at) => own === before.figures[at])).toEqual(before.figures.map(() => true))
    const [first] = again.rows
    await owner.query("UPDATE station SET name = 'Another' WHERE id = $1", [first?.id])
    const renamed = await look()
    const moved = renamed.all.filter((own) => !before.all.includes(own)).map(({ card: { id } }) => id)
    expect(moved).toEqual([first?.id])
  })
})
