import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { balanceNow } from '#contract/http/stations.ts'
import { testApp } from '#tests/app.ts'
import { makeHouse } from '#tests/factories/house.ts'

const app = await testApp()
const installer = await app.asRole('installer')
const MIN = 60_000

const balanceOf = async (stationId: string) => {
  const reply = await installer.request(`GET /api/stations/${stationId}`)
  expect(reply.status).toBe(200)
  return (reply.body as { live: { balance: z.output<typeof balanceNow> | null } }).live.balance
}

it('a station whose inverters alone are measured says nothing of its house', async () => {
  const house = await makeHouse(app)
  const inverter = await house.add('inverter')
  await house.says(app.now(), [[inverter, { p: 4_000 }]])
  expect(await balanceOf(house.stationId)).toBeNull()
})

it('what flows at the grid and the battery is told, and what is used follows from it', async () => {
  const house = await makeHouse(app)
  const [one, two] = [await house.add('inverter'), await house.add('inverter')]
  const meter = await house.add('meter')
  const battery = await house.add('battery', { ratedW: 5_000 })
  const at = app.now()
  await house.says(at - MIN, [
    [one, { p: 4_000 }],
    [battery, { p: -1_800, soc: 61.5 }],
  ])
  await house.says(at, [
    [two, { p: 2_500 }],
    [meter, { p: -3_100, e_in: 1_000, e_out: 2_000 }],
  ])
  expect(await balanceOf(house.stationId)).toEqual({
    grid: { powerW: -3_100, at },
    battery: { powerW: -1_800, at: at - MIN, socPct: 61.5, ratedW: 5_000 },
    houseW: 1_600,
    doubt: null,
  })
})

it('what is used is unknown while a part of it is silent, old, or measured twice', async () => {
  const house = await makeHouse(app)
  const inverter = await house.add('inverter')
  const meter = await house.add('meter')
  const at = app.now()
  await house.says(at, [[meter, { p: 900 }]])
  expect(await balanceOf(house.stationId)).toMatchObject({ houseW: null, doubt: 'silent' })
  await house.says(at - 6 * MIN, [[inverter, { p: 500 }]])
  expect(await balanceOf(house.stationId)).toMatchObject({ houseW: null, doubt: 'apart' })
  await house.says(at, [[inverter, { p: 500 }]])
  expect(await balanceOf(house.stationId)).toMatchObject({ grid: { powerW: 900 }, houseW: 1_400 })

  const second = await house.add('meter')
  await house.says(at, [[second, { p: 70 }]])
  expect(await balanceOf(house.stationId)).toMatchObject({
    grid: null,
    houseW: null,
    doubt: 'several_meters',
  })
  await app.db.updateTable('device').set({ meter_role: 'consumption' }).where('id', '=', second.id).execute()
  expect(await balanceOf(house.stationId)).toMatchObject({ grid: { powerW: 900 }, houseW: 1_400 })
  // A hundred watts beyond what was made are within what measuring explains of 5 kW, and not of 500 W.
  await house.says(at + 1_000, [[meter, { p: -600 }]])
  expect(await balanceOf(house.stationId)).toMatchObject({ houseW: null, doubt: 'contradiction' })
})

it('a battery without a meter is told, and what is used is not claimed', async () => {
  const house = await makeHouse(app)
  const battery = await house.add('battery')
  await house.says(app.now(), [[battery, { p: 700 }]])
  expect(await balanceOf(house.stationId)).toMatchObject({
    grid: null,
    battery: { powerW: 700, socPct: null, ratedW: null },
    houseW: null,
    doubt: 'no_meter',
  })
})
