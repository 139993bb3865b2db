import { createHash, randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { FILES_MAX, IMAGES_MAX } from '#domain/files/limits.ts'
import { testApp } from '../../../tests/app.ts'
import { pngOf } from '../../../tests/factories/files.ts'
import {
  act,
  answersOf,
  makeOrder,
  newOrder,
  orderOf,
  type OrderSeen,
  sendFile,
  stationFor,
} from '../../../tests/factories/work-orders.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const other = await app.newCaller('maintainer')
const stationId = await stationFor(app, chief)
const photo = Uint8Array.from(pngOf(64, 48))
const RUNS = 500

/** Numbers from 0 to 1 that are the same in every run. */
const chance = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A network that lets so many bytes through, both ways together, and then cuts; null = all. */
const badNetwork = async () => {
  const { port } = new URL(app.url)
  let budget: number | null = null
  let cuts = 0
  const server = createServer((client: Socket) => {
    const allowed = budget
    let passed = 0
    const upstream = connect(Number(port), '127.0.0.1')
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    const pass = (to: Socket) => (part: Buffer) => {
      passed += part.length
      if (allowed === null || passed <= allowed) {
        to.write(part)
        return
      }
      cuts += 1
      const left = part.length - (passed - allowed)
      if (left > 0) to.write(part.subarray(0, left), end)
      else end()
    }
    client.on('data', pass(upstream))
    upstream.on('data', pass(client))
    for (const socket of [client, upstream]) {
      socket.on('error', end)
      socket.on('close', end)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  app.onStop(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allow: (bytes: number | null) => {
      budget = bytes
    },
    cuts: () => cuts,
  }
}

type Attempt = {
  method: string
  path: string
  body: Uint8Array<ArrayBuffer> | string
  headers: Record<string, string>
}

describe('O1: an order with eight photos over a bad network', () => {
  it(`O1: ${RUNS} sendings that are cut anywhere make one order each, with its eight files`, async () => {
    const network = await badNetwork()
    const random = chance(20_261_121)
    let retries = 0
    /** Tries until an answer arrives whole, as the phone's outbox does. */
    const send = async ({ method, path, body, headers }: Attempt): Promise<Response & { text_: string }> => {
      for (;;) {
        // Every second sending is cut: while it goes out, or while its answer comes back.
        network.allow(random() < 0.5 ? null : Math.floor(random() * (body.length + 2_200)))
        try {
          const reply = await fetch(network.url + path, {
            method,
            body,
            headers: { ...headers, cookie: chief.cookie, connection: 'close' },
          })
          const text = await reply.text()
          if (reply.status !== 409) return Object.assign(reply, { text_: text })
        } catch {
          // Cut.
        }
        retries += 1
      }
    }
    const before = await app.db
      .selectFrom('work_order')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const orders = Math.ceil(RUNS / (IMAGES_MAX + 1))
    for (let no = 0; no < orders; no += 1) {
      const images = Array.from({ length: IMAGES_MAX }, () => randomUUID())
      for (const id of images) {
        const reply = await send({
          method: 'PUT',
          path: `/api/files/${id}?purpose=order_image&name=photo.png`,
          body: photo,
          headers: { 'content-type': 'image/png' },
        })
        expect([reply.status, reply.text_.slice(0, 100)]).toEqual([200, expect.any(String)])
      }
      const made = await send({
        method: 'POST',
        path: '/api/orders',
        body: JSON.stringify(newOrder(stationId, { images, description: `No ${no}` })),
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      })
      expect(made.status).toBe(201)
      const { order } = JSON.parse(made.text_) as { order: { id: string; images: { id: string }[] } }
      expect(order.images.map(({ id }) => id)).toEqual(images)
    }
    const after = await app.db
      .selectFrom('work_order')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(after.n - before.n).toBe(orders)
    const files = await app.db
      .selectFrom('order_file')
      .innerJoin('file', 'file.id', 'order_file.file_id')
      .select(['order_file.order_id', 'file.sha256', 'file.station_id'])
      .execute()
    expect(files).toHaveLength(orders * IMAGES_MAX)
    const whole = createHash('sha256').update(photo).digest()
    expect(files.filter(({ sha256, station_id: of }) => !whole.equals(sha256) || of !== stationId)).toEqual(
      [],
    )
    expect(network.cuts()).toBeGreaterThan(100)
    expect(retries).toBeGreaterThan(100)
  })
})

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID())

/** The files of its last report. */
const whole = (seen: OrderSeen) => {
  const { report: last, checklist: lines } = seen as OrderSeen & {
    report: { images: { id: string }[]; files: { id: string }[] }
    checklist: { key: string; answer: { file: { id: string } | null } | null }[]
  }
  return {
    images: last.images.map(({ id }) => id),
    files: last.files.map(({ id }) => id),
    checks: lines.flatMap(({ key, answer }) => (answer?.file ? [[key, answer.file.id]] : [])),
  }
}

describe('Z17: files of orders', () => {
  it('Z17: all files of an order, small pictures too, are 404 for another company and never kept by a browser', async () => {
    const made = await makeOrder(chief, stationId, {
      images: [await sendFile(chief, 'order_image')],
      files: [await sendFile(chief, 'order_file')],
      handlerId: worker.accountId,
    })
    let order = orderOf(await act(worker, made, { no: 2 }))
    order = orderOf(await act(worker, order, { no: 4 }))
    const checklist = await answersOf(worker, 'repair')
    await act(worker, order, {
      no: 5,
      report: 'Mended',
      checklist,
      images: [await sendFile(worker, 'order_image')],
    })
    const files = await app.db
      .selectFrom('order_file')
      .select(['file_id', 'role'])
      .where('order_id', '=', made.id)
      .execute()
    expect(files.map(({ role }) => role).sort()).toEqual(['check', 'check', 'file', 'image', 'image'])
    const strangers = [
      await app.asRole('plenary', 'b'),
      await app.asRole('installer', 'b'),
      await app.asRole('owner', 'b'),
      await app.asRole('owner'),
    ]
    for (const { file_id: id, role } of files) {
      for (const path of [`/api/files/${id}`, `/api/files/${id}?size=thumb`, `/api/files/${id}?size=full`]) {
        for (const stranger of strangers) expect((await stranger.request(`GET ${path}`)).status).toBe(404)
        expect((await app.request(`GET ${path}`)).status).toBe(401)
        const own = await worker.request(`GET ${path}`)
        expect([role, own.status]).toEqual([role, 200])
        expect(own.headers.get('cache-control')).toContain('private')
        expect(own.headers.get('cache-control')).toContain('no-store')
      }
      // What belongs to an order is nobody's to take back or to give to another one.
      expect((await chief.request(`DELETE /api/files/${id}`)).status).toBe(409)
      const again = await chief.request('POST /api/orders', { body: newOrder(stationId, { images: [id] }) })
      expect(again.status).toBe(404)
    }
    const fetched = await Promise.all(
      strangers.map((stranger) => stranger.request(`GET /api/orders/${made.id}`)),
    )
    expect(fetched.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const listing = await chief.request('GET /api/files')
    expect(listing.status).toBe(404)
  })

  it('what the last report held may be named again after it came back, by its order alone; a signature only under the same text', async () => {
    const made = await makeOrder(chief, stationId, {
      images: [await sendFile(chief, 'order_image')],
      handlerId: worker.accountId,
    })
    let order = orderOf(await act(worker, made, { no: 2 }))
    order = orderOf(await act(worker, order, { no: 4 }))
    const checklist = await answersOf(worker, 'repair')
    const report = {
      no: 5 as const,
      report: 'Mended\nand checked',
      checklist,
      images: [await sendFile(worker, 'order_image'), await sendFile(worker, 'order_image')],
      files: [await sendFile(worker, 'order_file')],
    }
    const sent = {
      images: [...report.images],
      files: [...report.files],
      checks: checklist.flatMap(({ key, fileId }) => (fileId ? [[key, fileId]] : [])),
    }
    order = orderOf(await act(worker, order, report))
    expect(whole(order)).toEqual(sent)
    // Withdrawn, and sent again as it was, but for line ends that are nobody's change.
    order = orderOf(await act(worker, order, { no: 7 }))
    expect(whole(order)).toEqual(sent)
    order = orderOf(await act(worker, order, { ...report, report: 'Mended\r\nand checked ' }))
    expect([order.status, whole(order)]).toEqual(['audit', sent])
    // Failed in review, and sent again with another text: the signature was not written under that one.
    order = orderOf(await act(chief, order, { no: 11, remark: 'And the other one?', next: 12 }))
    expect(whole(order)).toEqual(sent)
    const changed = await act(worker, order, { ...report, report: 'Mended both' })
    expect(changed.body).toMatchObject({
      error: { code: 'signature_stale', field: 'checklist.signature' },
    })
    const signed = await sendFile(worker, 'order_image')
    const after = checklist.find(({ key }) => key === 'photo_after')?.fileId ?? ''
    const twice = report.images[0] ?? ''
    const anew = checklist.map((one) => (one.key === 'signature' ? { ...one, fileId: signed } : one))
    // A photo of the order is no signature, and one file stands in one place of a report.
    const forged = checklist.map((one) => (one.key === 'signature' ? { ...one, fileId: after } : one))
    expect((await act(worker, order, { ...report, checklist: forged })).text).toContain('signature_stale')
    const doubled = await act(worker, order, { ...report, checklist: anew, images: [twice, after] })
    expect([doubled.status, doubled.text]).toEqual([400, expect.stringContaining('invalid_input')])
    const purpose = await act(worker, order, { ...report, checklist: anew, images: [], files: [twice] })
    expect(purpose.status).toBe(404)
    order = orderOf(await act(worker, order, { ...report, report: 'Mended both', checklist: anew }))
    expect([order.status, whole(order).images]).toEqual(['audit', sent.images])
    // Given to somebody else it keeps its pictures, and the new hand signs.
    order = orderOf(await act(chief, order, { no: 11, remark: 'Somebody else', next: 13 }))
    order = orderOf(await act(chief, order, { no: 1, handlerId: other.accountId }))
    order = orderOf(await act(other, order, { no: 2 }))
    order = orderOf(await act(other, order, { no: 4 }))
    const mine = await act(other, order, { ...report, report: 'Mended both', checklist: anew })
    expect(mine.text).toContain('signature_stale')
    const own = await sendFile(other, 'order_image')
    const others = anew.map((one) => (one.key === 'signature' ? { ...one, fileId: own } : one))
    const elsewhere = await makeOrder(other, stationId, { handlerId: null })
    expect(elsewhere.status).toBe('dispatching')
    const stolen = await other.request('POST /api/orders', { body: newOrder(stationId, { images: [twice] }) })
    expect(stolen.status).toBe(404)
    order = orderOf(await act(other, order, { ...report, report: 'Mended both', checklist: others }))
    expect([order.status, whole(order).images]).toEqual(['audit', sent.images])
  })

  it('takes at most eight images and five files', async () => {
    const many = await chief.request('POST /api/orders', { body: newOrder(stationId, { images: ids(9) }) })
    expect(many.text).toContain('too_many_images')
    const files = await chief.request('POST /api/orders', { body: newOrder(stationId, { files: ids(6) }) })
    expect(files.text).toContain('too_many_files')
  })
})

const filesOf = async (orderId: string): Promise<string[]> =>
  (
    await app.db
      .selectFrom('order_file')
      .select('file_id')
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute()
  ).map(({ file_id }) => file_id)
const stationsOf = async (ids: readonly string[]): Promise<(string | null)[]> =>
  (await app.db.selectFrom('file').select('station_id').where('id', 'in', ids).execute()).map(
    ({ station_id }) => station_id,
  )

describe('U9: more pictures and files than an order takes', () => {
  it.each([
    ['images', 'order_image', IMAGES_MAX, 'too_many_images'],
    ['files', 'order_file', FILES_MAX, 'too_many_files'],
  ] as const)(
    'U9: of twenty calls at once that bring %s to one order, %s, one does, with exactly %i',
    async (field, purpose, most, code) => {
      const id = randomUUID()
      const sets = await Promise.all(
        Array.from({ length: 20 }, async () =>
          Promise.all(Array.from({ length: most }, async () => sendFile(chief, purpose))),
        ),
      )
      const replies = await Promise.all(
        sets.map((set) =>
          chief.request('POST /api/orders', {
            body: newOrder(stationId, { [field]: set }),
            headers: { 'idempotency-key': id },
          }),
        ),
      )
      const made = replies.filter(({ status }) => status === 201)
      expect(made.length).toBeGreaterThan(0)
      const orders = new Set(made.map((reply) => orderOf(reply).id))
      expect(orders.size).toBe(1)
      expect(await filesOf([...orders][0] ?? '')).toHaveLength(most)
      expect((await stationsOf(sets.flat())).filter((station) => station !== null)).toHaveLength(most)
      const more = await Promise.all(Array.from({ length: most + 1 }, async () => sendFile(chief, purpose)))
      const refused = await chief.request('POST /api/orders', {
        body: newOrder(stationId, { [field]: more }),
      })
      expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([400, code])
      expect((await stationsOf(more)).filter((station) => station !== null)).toEqual([])
    },
  )

  it('U9: one picture that twenty orders name at once comes to belong to one of them', async () => {
    const image = await sendFile(chief, 'order_image')
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () =>
        chief.request('POST /api/orders', { body: newOrder(stationId, { images: [image] }) }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(404)])
    const owners = await app.db
      .selectFrom('order_file')
      .select('order_id')
      .where('file_id', '=', image)
      .execute()
    expect(owners).toHaveLength(1)
  })
})
