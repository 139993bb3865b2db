import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ensureSetupCode } from '#server/features/accounts/set-up.ts'
import { testApp } from '../app.ts'
import { testPassword } from '../factories/accounts.ts'

const app = await testApp()

/** The first line of the answer to these very bytes. */
const answerTo = (head: readonly string[], body = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(app.url)
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    let text = ''
    socket.on('data', (piece) => {
      text += String(piece)
      if (!text.includes('\r\n')) return
      socket.destroy()
      resolve(text.slice(0, text.indexOf('\r\n')))
    })
    socket.on('error', reject)
  })

it('S10: a request that two readers could take for two things is none', async () => {
  const get = 'GET /api/health HTTP/1.1'
  expect(await answerTo([get, 'Host: a.local'])).toMatch(/ 200 /)
  expect(await answerTo([get, 'Host: a.local', 'Host: b.local'])).toMatch(/ 400 /)
  expect(await answerTo([get, 'Host: a.local', 'host: a.local'])).toMatch(/ 400 /)
  const post = ['POST /api/session HTTP/1.1', 'Host: a.local', 'Content-Type: application/json']
  // What is sent would open a session, were it read: nothing but its head is wrong.
  const { account } = await app.newCaller('installer')
  const body = JSON.stringify({ account, password: testPassword })
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  expect(await answerTo([...post, 'Transfer-Encoding: chunked'], chunk)).toMatch(/ 201 /)
  const sessions = () => app.db.selectFrom('session').select('id').orderBy('id').execute()
  const before = await sessions()
  for (const encoding of ['xchunked', 'chunked, identity', 'gzip, chunked', 'identity'])
    expect([encoding, await answerTo([...post, `Transfer-Encoding: ${encoding}`], chunk)]).toEqual([
      encoding,
      expect.stringContaining(' 400 '),
    ])
  expect(await sessions()).toEqual(before)
})

it('W12: a password in the address of a webhook is never shown again, and stays when the rest is changed', async () => {
  const administrator = await app.newCaller('administrator')
  const password = 'hidden-pass-7'
  const url = `https://user:${password}@hooks.example.com/in`
  const made = await administrator.request('POST /api/webhooks', {
    body: { url, secret: 'a-long-secret-for-signing', events: ['alarm.raised'] },
  })
  const { webhook } = made.body as { webhook: { id: string; url: string } }
  expect(webhook.url).toBe('https://user:***@hooks.example.com/in')
  const changed = await administrator.request(`PUT /api/webhooks/${webhook.id}`, {
    body: { url: webhook.url, enabled: false },
  })
  const list = await administrator.request('GET /api/webhooks')
  const kept = await app.db
    .selectFrom('webhook')
    .select('url')
    .where('id', '=', webhook.id)
    .executeTakeFirst()
  expect([changed.status, kept?.url]).toEqual([200, url])
  await administrator.request(`DELETE /api/webhooks/${webhook.id}`)
  const noted = await app.db.selectFrom('audit').select('detail').execute()
  for (const text of [made.text, changed.text, list.text, JSON.stringify(noted)])
    expect(text).not.toContain('hidden-pass-7')
})

it('T6: strangers who guess at the set-up code hold the right one up for nobody', async () => {
  const fresh = await testApp()
  await fresh.db
    .deleteFrom('account')
    .execute()
    .catch(() => {})
  const code = await ensureSetupCode(fresh.db, fresh.now())
  const setUp = (given: string) =>
    fresh.request('POST /api/setup', {
      body: {
        code: given,
        account: 'first-one',
        name: 'First',
        password: testPassword,
        company: 'First company',
      },
    })
  const codes = []
  for (let n = 0; n < 40; n += 1) codes.push((await setUp('00000-00000-00000-00000')).status)
  expect(codes).toContain(429)
  expect((await setUp(code ?? '')).status).toBe(201)
})

it('V4: text that is no UTF-8 is refused, not mended', async () => {
  const person = await app.newCaller('installer')
  const put = (name: Buffer) =>
    person.request('PUT /api/me', {
      raw: new Uint8Array(Buffer.concat([Buffer.from('{"name":"'), name, Buffer.from('"}')])),
    })
  for (const wrong of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x91], [0xc0, 0xaf]])
    expect([wrong, (await put(Buffer.from([0x4c, ...wrong, 0x69]))).status]).toEqual([wrong, 400])
  expect((await put(Buffer.from('李伟'))).status).toBe(200)
})
