import { expect, it } from 'vitest'
import { ask, controlApp, idOf } from '#tests/control-app.ts'
import { desiredConfig } from './desired-config.ts'

const { app, makeSite, goOut, done } = await controlApp()

it('C5: the interval that a command has set of a gateway is what is wanted of it at its next birth', async () => {
  const [site, other] = [await makeSite(0), await makeSite(0)]
  const { gateway } = site
  await app.owner.query('UPDATE station SET report_min = 30')
  const wanted = async (sn = gateway.sn) => (await desiredConfig(app.db, sn, app.now()))?.report_s
  expect(await wanted()).toBe(1_800)
  const set = async (seconds: number, proven: boolean) => {
    const by = await app.newCaller('installer', 'a')
    idOf(await ask(by, site, [gateway.id], gateway.sn, { act: { op: 'set', report_s: seconds } }))
    const [first] = await goOut(site)
    await done(gateway, first?.message.id ?? '', [{ sn: gateway.sn, ok: true, after: {} }])
    const [read] = await goOut(site)
    const after = { report_s: proven ? seconds : 1_800 }
    await done(gateway, read?.message.id ?? '', [{ sn: gateway.sn, ok: true, after }])
    app.advance(1_000)
  }
  await set(600, true)
  expect([await wanted(), await wanted(other.gateway.sn)]).toEqual([600, 1_800])
  await set(300, false)
  expect(await wanted()).toBe(600)
  await set(1_800, true)
  expect(await wanted()).toBe(1_800)
})
