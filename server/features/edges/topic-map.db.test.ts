import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/http/route.ts'
import type { edgeRoutes } from '#contract/http/edges.ts'
import { config } from '#contract/mqtt/config.ts'
import { type Reply, testApp } from '#tests/app.ts'
import { makeEdge } from '#tests/factories/edges.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { desiredConfig } from './desired-config.ts'
import { keepResult } from './hear-search.ts'

type Made = AnswerOf<(typeof edgeRoutes)['POST /api/gateways/{gatewayId}/edge-devices']>
type Asked = AnswerOf<(typeof edgeRoutes)['POST /api/gateways/{gatewayId}/diagnoses']>

const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer', 'a')
const newEdge = async () => makeEdge(db, app.now(), await makeStation(db, app.now(), app.companies.a))

const url = 'mqtt://192.168.1.5/house'
const map = {
  devices: [
    {
      t: 'meter',
      sn: 'EM-1',
      values: [
        { topic: 'power', path: '', to: 'p', factor: 1 },
        { topic: '', path: 'ENERGY.Total', to: 'e_in', factor: 1000 },
      ],
      state: null,
    },
  ],
}
const add = (gatewayId: string, given: object): Promise<Reply> =>
  installer.request(`POST /api/gateways/${gatewayId}/edge-devices`, {
    body: { url, profile: null, intervalS: 10, ...given },
  })
const change = (id: string, version: number, given: object): Promise<Reply> =>
  installer.request(`PUT /api/edge-devices/${id}`, {
    body: { url, profile: null, intervalS: 10, ...given },
    headers: { 'if-match': `"${version}"` },
  })
const trouble = (reply: Reply) => {
  const { error } = reply.body as { error?: { code: string; field?: string } }
  return [error?.code, error?.field]
}
const mapOf = (reply: Reply) => (reply.body as Made).device.map

describe('a mapping of one’s own', () => {
  it('stands in the list as it was made, and goes to the edge', async () => {
    const edge = await newEdge()
    const reply = await add(edge.id, { map })
    expect([reply.status, mapOf(reply)]).toEqual([201, map])
    const wanted = config.parse(await desiredConfig(db, edge.sn, app.now()))
    expect(wanted.devices?.[0]?.map).toEqual({
      devices: [
        {
          t: 'meter',
          sn: 'EM-1',
          values: [
            { topic: 'power', to: 'p' },
            { path: 'ENERGY.Total', to: 'e_in', factor: 1000 },
          ],
        },
      ],
    })
    const { id, version } = (reply.body as Made).device
    // What is not said stays; null takes it out; it goes with the way it belongs to.
    const stays = await change(id, version, { intervalS: 60 })
    expect(mapOf(stays)).toEqual(map)
    expect(mapOf(await change(id, version + 1, { map: null }))).toBeNull()
    await change(id, version + 2, { map })
    expect(mapOf(await change(id, version + 3, { url: 'modbus-tcp://192.168.1.5' }))).toBeNull()
  })

  it('that cannot be is refused with the place of its first mistake', async () => {
    const edge = await newEdge()
    const [device] = map.devices
    const values = device?.values ?? []
    const wrong = (more: object) => add(edge.id, { map: { devices: [{ ...device, ...more }] } })
    expect(trouble(await wrong({ values: [values[0], { ...values[1], to: 'watts' }] }))).toEqual([
      'edge_map_metric',
      'map.devices.0.values.1.to',
    ])
    expect(trouble(await wrong({ state: { topic: 's', path: '', are: {} } }))).toEqual([
      'edge_map_state',
      'map.devices.0.state.words',
    ])
    expect(trouble(await wrong({ values: [] }))).toEqual(['edge_map_empty', 'map.devices.0.to'])
    expect(trouble(await add(edge.id, { url: 'modbus-tcp://192.168.1.6', map }))).toEqual([
      'edge_map_scheme',
      'map',
    ])
    expect((await desiredConfig(db, edge.sn, app.now()))?.devices).toEqual([])
  })

  it('can be tried first: each value says what came, or why none did', async () => {
    const edge = await newEdge()
    const asked = await installer.request(`POST /api/gateways/${edge.id}/diagnoses`, {
      body: { what: 'probe', url, profile: null, map },
    })
    expect(asked.status).toBe(201)
    const { id } = (asked.body as Asked).diagnosis
    const found = {
      url,
      profile: 'map',
      devices: [{ sn: 'EM-1', t: 'meter' as const, p: 412 }],
      mapped: [{ value: 412 }, { value: null, trouble: 'no_place' as const }],
    }
    const done = { v: 1 as const, id, stage: 'done' as const, results: [], found: [found] }
    await keepResult(context, edge.sn, done, app.now())
    const told = await installer.request(`GET /api/diagnoses/${id}`)
    expect((told.body as Asked).diagnosis.found[0]?.mapped).toEqual([
      { value: 412, trouble: null },
      { value: null, trouble: 'no_place' },
    ])
  })
})
