import { expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { makeHouse } from '#tests/factories/house.ts'
import type { HomeView } from './home.ts'

const app = await testApp()
const installer = await app.asRole('installer')

const flows = async (): Promise<HomeView['flows']> => {
  const reply = await installer.request('GET /api/home')
  expect(reply.status).toBe(200)
  return (reply.body as HomeView).flows
}

it('home sums what meters and batteries of all stations measure, and says of how many', async () => {
  const at = app.now()
  const plain = await makeHouse(app)
  await plain.says(at, [[await plain.add('inverter'), { p: 9_000 }]])
  expect(await flows()).toBeNull()

  const feeding = await makeHouse(app)
  await feeding.says(at, [
    [await feeding.add('inverter'), { p: 4_000 }],
    [await feeding.add('meter'), { p: -3_000 }],
    [await feeding.add('battery'), { p: -500 }],
  ])
  const drawing = await makeHouse(app)
  await drawing.says(at, [
    [await drawing.add('inverter'), { p: 0 }],
    [await drawing.add('meter'), { p: 700 }],
  ])
  expect(await flows()).toEqual({
    house: { powerW: 1_200, known: 2, of: 2 },
    grid: { powerW: -2_300, known: 2, of: 2 },
    battery: { powerW: -500, known: 1, of: 1 },
  })

  // A meter that was never heard is no 0.
  const silent = await makeHouse(app)
  await silent.add('inverter')
  await silent.add('meter')
  expect(await flows()).toEqual({
    house: { powerW: 1_200, known: 2, of: 3 },
    grid: { powerW: -2_300, known: 2, of: 3 },
    battery: { powerW: -500, known: 1, of: 1 },
  })
})

it('of a station where several meters may stand at the grid nothing is known of it', async () => {
  const before = await flows()
  const house = await makeHouse(app)
  const meters = [await house.add('meter'), await house.add('meter')]
  await house.says(app.now(), [
    [meters[0]!, { p: 100 }],
    [meters[1]!, { p: 200 }],
  ])
  expect(await flows()).toEqual(before)
})
