import { expect, it } from 'vitest'
import { allProfiles } from '#edge/profiles/all-profiles.ts'
import { hasPython, noPython } from './other-side.ts'
import { fuzzOrders } from './fuzzed-orders.ts'
import { hasLists, noLists } from './register-lists.ts'
import { ruledProfiles, writableDevices } from './writable.ts'

/** A hundred thousand in `npm run prove -- edge fuzz`. */
const COMMANDS = Number(process.env['EDGE_COMMANDS'] ?? 2_000)

it('E4: every profile that can be written to has its list of what may be written', () => {
  const writable = allProfiles.filter(({ parts }) => parts.some(({ controls }) => controls !== undefined))
  expect(writable.map(({ name }) => name).toSorted()).toEqual(ruledProfiles.toSorted())
})

it('E4: of random commands none writes beside what a device lets be written, as the devices count', async ({
  skip,
}) => {
  skip(!hasPython, noPython)
  skip(!hasLists, noLists)
  const devices = writableDevices()
  const figures = await fuzzOrders(COMMANDS, devices, 2_026)
  console.log(JSON.stringify(figures))
  expect(figures.able.toSorted()).toEqual(devices.map(({ profile }) => profile).toSorted())
  expect({ wrongs: figures.wrongs, wrong: figures.wrong }).toEqual({ wrongs: 0, wrong: [] })
  expect(figures.commands).toBeGreaterThanOrEqual(COMMANDS)
  // All of them are written to.
  expect(Object.entries(figures.writes).filter(([, writes]) => writes < COMMANDS / 200)).toEqual([])
  expect(figures.stages['done']).toBeGreaterThan(COMMANDS / 6)
})
