// A station whose array is worked on: an inverter and optimizers that hang nowhere yet.
import type { Page } from '@playwright/test'
import { makeStation } from './screens.ts'
import { expect } from './world.ts'
import type { World } from './world-process.ts'

type Place = {
  deviceId: string | null
  stringId: string | null
  position: number | null
  row: number | null
  col: number | null
}
type ArrayAnswer = {
  strings: { id: string; no: number; name: string; capacityW: number | null }[]
  places: Place[]
  areas: { id: string; rows: number; cols: number }[]
}
export type RoofSite = { stationId: string; inverterId: string; serials: string[]; idOf: Map<string, string> }

export const write = async (page: Page, world: World, path: string, data: object): Promise<void> => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answer = await page.request.post(`${world.url}${path}`, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}
export const arrayOf = async (page: Page, world: World, stationId: string): Promise<ArrayAnswer> =>
  (await (await page.request.get(`${world.url}/api/stations/${stationId}/array`)).json()) as ArrayAnswer

const device = (kind: string, sn: string) => ({
  id: crypto.randomUUID(),
  sn,
  kind,
  brand: '',
  model: '',
  name: '',
  gatewayId: null,
  parentId: null,
  stringNo: null,
  position: null,
})

/** A station with an inverter and so many optimizers in no string. */
export const makeRoof = async (page: Page, world: World, mark: string, count: number): Promise<RoofSite> => {
  const { stationId } = await makeStation(page, world, `Roof-${mark}`)
  const serials = Array.from(
    { length: count },
    (_, no) => `R${mark}${process.pid}A${String(no + 1).padStart(3, '0')}`,
  )
  const inverter = device('inverter', `R${mark}${process.pid}INV1`)
  const optimizers = serials.map((sn) => device('optimizer', sn))
  await write(page, world, `/api/stations/${stationId}/devices`, { devices: [inverter, ...optimizers] })
  return {
    stationId,
    inverterId: inverter.id,
    serials,
    idOf: new Map(optimizers.map(({ sn, id }) => [sn, id])),
  }
}
export const addString = async (
  page: Page,
  world: World,
  { stationId, inverterId }: RoofSite,
  no: number,
) => {
  const id = crypto.randomUUID()
  const string = { id, inverterId, mpptNo: 1, no, name: '', capacityW: 9000 }
  await write(page, world, `/api/stations/${stationId}/strings`, string)
  return id
}
