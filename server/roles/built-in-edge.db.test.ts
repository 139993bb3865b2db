import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { testFolder } from '#tests/database.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { openBuiltInEdge } from './built-in-edge.ts'

const app = await testApp({
  context: {
    mqtt: {
      disconnect: async () => {},
      address: () => ({ host: '192.168.1.9', port: 8883, tls: true }),
    },
  },
})
const admin = await app.asRole('administrator')
const folder = await testFolder()

/** Stands for the edge: pairs itself as it is told, keeps that, says how it was started and stays. */
const program = path.join(folder, 'edge.mjs')
await writeFile(
  program,
  `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  const given = (name) => process.argv[process.argv.indexOf(name) + 1]
  const file = given('--data') + '/edge.json'
  if (process.argv.includes('--code')) {
    const body = JSON.stringify({ code: given('--code'), key: 'B'.repeat(43), version: '0.1.0' })
    const reply = await fetch(given('--server') + '/api/edge/pair', { method: 'POST', body,
      headers: { 'content-type': 'application/json', 'content-length': body.length } })
    const login = await reply.json()
    console.log('paired ' + reply.status + ' ' + login.serial + ' ' + login.broker)
    if (!reply.ok) process.exit(1)
    writeFileSync(file, JSON.stringify(login))
  }
  console.log('runs as ' + JSON.parse(readFileSync(file, 'utf8')).serial)
  setInterval(() => {}, 1000)
  process.once('disconnect', () => process.exit(0))`,
)
const open = (dataDir: string) =>
  openBuiltInEdge({ context: app.context, dataDir, allow: [], program, waitMs: () => 5 })
type Open = Awaited<ReturnType<typeof open>>
const said = (edge: Open) => edge.running()?.lines() ?? []
const state = async () =>
  (await admin.request('GET /api/built-in-edge')).body as { state: string; gatewayId: string }
const hand = (stationId: string) =>
  admin.request('POST /api/built-in-edge/hand-out', { body: { stationId, name: 'Here' } })

describe('the edge of this server', () => {
  it('runs once it is handed out, pairs itself, runs again after a restart without pairing, and ends when taken back', async () => {
    const dataDir = await testFolder()
    const first = await open(dataDir)
    expect([first.running(), await state()]).toEqual([null, expect.objectContaining({ state: 'free' })])
    const stationId = await makeStation(app.db, app.now(), app.companies.a)
    await hand(stationId)
    await expect.poll(() => said(first).at(-1), { timeout: 20_000 }).toMatch(/^runs as EDGE-/)
    expect(said(first)[0]).toMatch(/^paired 201 EDGE-\w{8} mqtts:\/\/192.168.1.9:8883$/)
    const { state: now, gatewayId } = await state()
    expect(now).toBe('handed_out')
    const shown = await admin.request(`GET /api/gateways/${gatewayId}/edge`)
    expect(shown.body).toMatchObject({ builtIn: true, version: '0.1.0' })
    await first.close()

    const second = await open(dataDir)
    await expect
      .poll(() => said(second), { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^runs as EDGE-/)])
    expect((await state()).gatewayId).toBe(gatewayId)
    await second.close()

    // Its folder was lost: the same gateway, a new login.
    await rm(path.join(dataDir, 'edge'), { recursive: true })
    const third = await open(dataDir)
    await expect.poll(() => said(third).length, { timeout: 20_000 }).toBe(2)
    expect((await state()).gatewayId).toBe(gatewayId)

    await admin.request('DELETE /api/built-in-edge')
    await expect.poll(() => third.running()).toBeNull()
    await expect.poll(() => readdirSync(path.join(dataDir, 'edge'))).toEqual([])
    expect((await state()).state).toBe('free')
    const link = await app.db
      .selectFrom('gateway_link')
      .select('secret_hash')
      .where('device_id', '=', gatewayId)
      .executeTakeFirst()
    expect(link).toEqual({ secret_hash: null })

    // Handed to the same station again its history goes on.
    app.advance(1_000)
    await hand(stationId)
    await expect.poll(() => said(third).at(-1), { timeout: 20_000 }).toMatch(/^runs as EDGE-/)
    expect((await state()).gatewayId).toBe(gatewayId)
    await admin.request('DELETE /api/built-in-edge')
    await third.close()
    expect(existsSync(dataDir)).toBe(true)
  })

  it('E9: stays out of what another server of the installation was handed', async () => {
    const dataDir = await testFolder()
    const stationId = await makeStation(app.db, app.now(), app.companies.a)
    await hand(stationId)
    await app.db.updateTable('built_in_edge').set({ server: 'another' }).execute()
    const edge = await open(dataDir)
    expect([edge.running(), existsSync(path.join(dataDir, 'edge'))]).toEqual([null, false])
    await edge.close()
    await admin.request('DELETE /api/built-in-edge')
  })
})
