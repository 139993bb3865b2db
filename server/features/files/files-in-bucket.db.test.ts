// Uploads that lie in a bucket: what a person meets while the store works, fails, breaks off and comes back.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readS3Address } from '#server/platform/files/s3-address.ts'
import { usualPatience } from '#server/platform/files/s3-client.ts'
import { openS3Store } from '#server/platform/files/s3-store.ts'
import { nameOf } from '#server/platform/files/store.ts'
import type { Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { pngOf } from '#tests/factories/files.ts'
import { makeOrder, sendFile, stationFor } from '#tests/factories/work-orders.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { sweepFiles } from './sweep-files.ts'

const double = await startS3Double({ prefix: 'sun' })
const at = readS3Address(double.url)
if (at === null) throw new Error('no address of a bucket')
// Short for what stands still.
const store = openS3Store(at, { ...usualPatience, piece: 2_000, pause: 1 })
const app = await testApp({ files: store })
app.onStop(double.close)
const mine = await app.asRole('plenary', 'a')

const png = Uint8Array.from(pngOf(640, 480))
const send = (id: string, language = 'en'): Promise<Reply> =>
  mine.request(`PUT /api/files/${id}?purpose=station_image&name=roof.png`, {
    raw: png,
    headers: { 'content-type': 'image/png', 'accept-language': language },
  })
const get = (id: string, size = 'full', language = 'en'): Promise<Response> =>
  fetch(`${app.url}/api/files/${id}?size=${size}`, {
    headers: { cookie: mine.cookie, 'accept-language': language },
  })
const objectOf = (id: string, size: 'full' | 'thumb') => double.objects.get(`sun/${nameOf(id, size)}`)
const rowsOf = (id: string) => app.db.selectFrom('file').select('id').where('id', '=', id).execute()
const onDisk = () => readdir(`${app.context.files.dir}/incoming`).catch(() => [])
const errorOf = async (answer: Response | Reply) => {
  const body = (answer instanceof Response ? await answer.json() : answer.body) as {
    error: { code: string; message: string }
  }
  return [answer.status, body.error.code, body.error.message]
}
const inEnglish = [503, 'unavailable', 'The service is not available right now. Please try again.']
const inChinese = [503, 'unavailable', '服务暂不可用，请重试。']
const hour = 3_600_000

describe('files in a bucket', () => {
  it('U12: lie there in full and small, and nothing of them stays on the way', async () => {
    const id = randomUUID()
    expect((await send(id)).status).toBe(200)
    expect([...double.objects.keys()].toSorted()).toEqual([
      `sun/${nameOf(id, 'full')}`,
      `sun/${nameOf(id, 'thumb')}`,
    ])
    expect(await onDisk()).toEqual([])
    for (const size of ['full', 'thumb'] as const) {
      const answer = await get(id, size)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
      expect(objectOf(id, size)?.bytes.equals(bytes)).toBe(true)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    }
    // Nobody is sent to the store himself.
    expect((await get(id)).redirected).toBe(false)
  })

  it('U12: sent five times at once they are one file', async () => {
    const id = randomUUID()
    const before = double.objects.size
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(id)))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect(double.objects.size).toBe(before + 2)
  })

  it('U12: of somebody else are never written over', async () => {
    const id = randomUUID()
    await send(id)
    const before = objectOf(id, 'full')
    const theirs = await app.asRole('plenary', 'b')
    const reply = await theirs.request(`PUT /api/files/${id}?purpose=station_image&name=a.png`, {
      raw: Uint8Array.from(pngOf(20, 20)),
      headers: { 'content-type': 'image/png' },
    })
    expect(reply.status).toBe(404)
    expect(objectOf(id, 'full')).toBe(before)
  })

  it('pictures of an order come back with it', async () => {
    const chief = await app.asRole('installer')
    const image = await sendFile(chief, 'order_image')
    await makeOrder(chief, await stationFor(app, chief), { images: [image] })
    const answer = await fetch(`${app.url}/api/files/${image}?size=full`, {
      headers: { cookie: chief.cookie },
    })
    expect(answer.status).toBe(200)
    expect(objectOf(image, 'full')?.bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
  })
})

describe('while the store fails', () => {
  it.each([
    ['is busy', [{ status: 503 }]],
    ['refuses', [{ status: 403, code: 'AccessDenied' }]],
    ['fails in the copy, after its answer began', [{ failsLate: true as const, method: 'PUT' }]],
  ])('U12: a file is not taken, in words, when it %s; sent again later it is', async (_, faults) => {
    const id = randomUUID()
    const before = [...double.objects.keys()]
    double.faults = faults
    expect(await errorOf(await send(id))).toEqual(inEnglish)
    double.faults = faults
    expect(await errorOf(await send(id, 'zh-CN'))).toEqual(inChinese)
    double.faults = []
    expect([await rowsOf(id), await onDisk()]).toEqual([[], []])
    expect([...double.objects.keys()].filter((key) => !key.startsWith('sun/incoming/'))).toEqual(before)
    expect((await send(id)).status).toBe(200)
  })

  it('U12: one that is full says so', async () => {
    double.faults = [{ status: 507 }]
    const [status, code] = await errorOf(await send(randomUUID()))
    double.faults = []
    expect([status, code]).toEqual([507, 'storage_full'])
  })

  it('a file is not sent, in words, while it is busy; a missing one is not found', async () => {
    const id = randomUUID()
    await send(id)
    double.faults = [{ status: 500, method: 'GET' }]
    const answer = await get(id)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await errorOf(answer)).toEqual(inEnglish)
    expect(await errorOf(await get(id, 'full', 'zh-CN'))).toEqual(inChinese)
    double.faults = []
    double.objects.delete(`sun/${nameOf(id, 'full')}`)
    expect((await errorOf(await get(id))).slice(0, 2)).toEqual([404, 'not_found'])
    expect((await get(id, 'thumb')).status).toBe(200)
  })

  it.each([
    ['breaks off', { cutAfter: 500 }],
    ['stands still', { stallAfter: 500 }],
  ])('U12: a file that %s on its way never passes for whole', async (_, fault) => {
    const id = randomUUID()
    await send(id)
    const object = objectOf(id, 'full')
    if (object === undefined) throw new Error('nothing lies there')
    // Long enough that its beginning is on its way to the reader when the rest does not come.
    object.bytes = Buffer.concat([object.bytes, Buffer.alloc(200_000)])
    double.faults = [{ ...fault, method: 'GET' }]
    const answer = await get(id)
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(object.bytes.length)])
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    double.faults = []
    expect((await (await get(id)).arrayBuffer()).byteLength).toBe(object.bytes.length)
  })

  it('a file that breaks off before its first byte is answered in words', async () => {
    const id = randomUUID()
    await send(id)
    double.faults = [{ stallAfter: 0, method: 'GET' }]
    expect(await errorOf(await get(id))).toEqual(inEnglish)
    double.faults = []
  })
})

describe('U12: what belongs to nothing', () => {
  it('is swept there: removed files and what was left on the way; what is in use or may be of others stays', async () => {
    const stationId = await stationFor(app, mine)
    const [used, loose, stray] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [used, loose]) await send(id)
    await app.db.updateTable('file').set({ station_id: stationId }).where('id', '=', used).execute()
    const old = { bytes: Buffer.from('x'), changedMs: Date.now() - 30 * hour }
    double.objects.set(`sun/${nameOf(stray, 'full')}`, { ...old })
    double.objects.set(`sun/incoming/${randomUUID()}`, { ...old })
    double.objects.set('sun/notes.txt', { ...old })
    double.objects.set('other/incoming/x', { ...old })
    const young = `sun/${nameOf(randomUUID(), 'full')}`
    double.objects.set(young, { bytes: Buffer.from('x'), changedMs: Date.now() })

    double.faults = [{ status: 503 }]
    await expect(sweepFiles(app.context, app.now() + 20 * 24 * hour, Date.now())).rejects.toThrow(
      'file store',
    )
    double.faults = []
    const swept = await sweepFiles(app.context, app.now() + 23 * 24 * hour, Date.now())
    expect(swept).toMatchObject({ strays: 0, unknown: 1 })

    expect([objectOf(used, 'full'), objectOf(used, 'thumb')].every(Boolean)).toBe(true)
    expect([objectOf(loose, 'full'), objectOf(loose, 'thumb')]).toEqual([undefined, undefined])
    expect(objectOf(stray, 'full')).toBeDefined()
    expect(await rowsOf(loose)).toEqual([])
    const left = [...double.objects.keys()]
    expect(left.filter((key) => key.startsWith('sun/incoming/'))).toEqual([])
    expect(left).toEqual(expect.arrayContaining(['sun/notes.txt', 'other/incoming/x', young]))
  })
})
