import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/app.ts'
import { makeAlarm } from '../../../tests/factories/alarms.ts'
import { stationFor } from '../../../tests/factories/work-orders.ts'
import { deliverDue } from './deliver.ts'
import { tellWhatHappened } from './tell.ts'
import { webhooksOf } from './webhook-store.ts'

const app = await testApp()
const administrator = await app.asRole('administrator')
const chief = await app.asRole('installer')

/** Of this machine: whoever calls it is counted. */
let calls = 0
const target = createServer((_, response) => {
  calls += 1
  response.writeHead(204).end()
})
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
app.onStop(() => target.close())
const { port } = target.address() as AddressInfo
const spellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '[::ffff:127.0.0.1]',
  'localhost',
  'LOCALHOST.',
]
const urls = spellings.map((host) => `http://${host}:${port}/hook`)
const hook = (url: string) => ({ url, secret: 'a-secret-of-sixteen-or-more', events: ['alarm.raised'] })
const public_ = 'https://hooks.example.com/x'

type Hook = { id: string; version: number; url: string }
const made = async (): Promise<Hook> =>
  ((await administrator.request('POST /api/webhooks', { body: hook(public_) })).body as { webhook: Hook })
    .webhook
const codeOf = (body: unknown) => (body as { error?: { code: string; field?: string } }).error
const privateIn = (field: string) => ({ code: 'webhook_private', field })

describe('V10: addresses of this machine', () => {
  it.each(urls)('V10: %s is taken for no webhook, neither at first nor later', async (url) => {
    const first = await administrator.request('POST /api/webhooks', { body: hook(url) })
    expect(codeOf(first.body)).toMatchObject(privateIn('url'))
    const { id, version } = await made()
    const changed = await administrator.request(`PUT /api/webhooks/${id}`, {
      body: { url },
      headers: { 'if-match': `"${version}"` },
    })
    expect(codeOf(changed.body)).toMatchObject(privateIn('url'))
    const all = await webhooksOf(app.db, { role: 'administrator', companyId: null })
    expect(all.find((one) => one.id === id)?.url).toBe(public_)
  })

  it.each(urls.map((url) => url.replace('http:', 'https:')))(
    'V10: %s is pushed to by nobody',
    async (endpoint) => {
      const own = createECDH('prime256v1')
      own.generateKeys()
      const keys = { p256dh: own.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
      const subscribing = (to: string) =>
        chief.request('POST /api/push/subscriptions', { body: { endpoint: to, keys } })
      expect(codeOf((await subscribing(endpoint)).body)).toMatchObject(privateIn('endpoint'))
      expect((await subscribing('https://push.example.com/x')).status).toBe(201)
    },
  )

  it('V10: one that stands in the database all the same is not called when its turn comes', async () => {
    await app.db.deleteFrom('webhook').execute()
    for (const url of urls) {
      const { id } = await made()
      await app.db.updateTable('webhook').set({ url }).where('id', '=', id).execute()
    }
    await makeAlarm(app.db, app.now(), await stationFor(app, chief), { level: 1 })
    await tellWhatHappened(app.context, app.now())
    expect(await deliverDue(app.context, app.now())).toBe(urls.length)
    const all = await webhooksOf(app.db, { role: 'administrator', companyId: null })
    expect(all.map(({ failure }) => failure)).toEqual(urls.map(() => 'the address is not public'))
    expect(calls).toBe(0)
    // It is there, and is called once that is allowed.
    app.advance(24 * 3_600_000)
    await deliverDue({ ...app.context, webhooks: { privateAllowed: true } }, app.now())
    expect(calls).toBeGreaterThan(0)
  })
})
