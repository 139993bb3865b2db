// Longer than other files: every kind of upload is tried on one server and one disk.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { FILE_BYTES_MAX } from '#domain/files/limits.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { pngOf } from '#tests/factories/files.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { docxParts, zipOf } from './zip-of.fixture.ts'
import { createDecoder } from '../../platform/files/decoder.ts'
import { LOOSE_DAYS, sweepFiles } from './sweep-files.ts'

const app = await testApp()
const { dir } = app.context.files
const mine = await app.asRole('plenary', 'a')
const theirs = await app.asRole('plenary', 'b')

type Sent = { id?: string; name?: string; type?: string; purpose?: string; as?: Caller }
const send = (bytes: Uint8Array, given: Sent = {}): Promise<Reply> => {
  const {
    id = randomUUID(),
    name = 'roof.png',
    type = 'image/png',
    purpose = 'station_image',
    as = mine,
  } = given
  return as.request(`PUT /api/files/${id}?purpose=${purpose}&name=${encodeURIComponent(name)}`, {
    raw: Uint8Array.from(bytes),
    headers: { 'content-type': type },
  })
}
const codeOf = (reply: Reply): string | undefined => (reply.body as { error?: { code: string } }).error?.code
const fileOf = (reply: Reply) =>
  (
    reply.body as {
      file: { id: string; name: string; type: string; bytes: number; width: number; height: number }
    }
  ).file
const bytesOf = async (id: string, size = 'full', as = mine) => {
  const answer = await fetch(`${app.url}/api/files/${id}?size=${size}`, { headers: { cookie: as.cookie } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** Everything below the folder of files. */
const onDisk = async (): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

const png = pngOf(64, 48)
const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7' } })
  .jpeg()
  .toBuffer()
const bmpHead = Buffer.alloc(54)
bmpHead.write('BM')
for (const [at, value] of [
  [10, 54],
  [14, 40],
  [18, 4],
  [22, 4],
] as const)
  bmpHead.writeUInt32LE(value, at)
bmpHead.writeUInt16LE(1, 26)
bmpHead.writeUInt16LE(24, 28)
const bmp = Buffer.concat([bmpHead, Buffer.alloc(48, 200)])
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF')

describe('pages in the place of pictures', () => {
  const pages = [
    ['x.html', 'text/html', '<html><script>1</script>'],
    ['x.svg', 'image/svg+xml', svg.toString()],
    ['x.php', 'image/png', '<?php 1'],
    ['x.aspx', 'image/jpeg', '<%@ Page %>'],
    ['x.js', 'text/javascript', 'alert(1)'],
    ['x.exe', 'application/octet-stream', 'MZ'],
    ['x.php.png', 'image/png', '<?php 1'],
    ['x.png', 'text/html', png.toString('latin1')],
    ['x.png.html', 'image/png', png.toString('latin1')],
    ['x', 'image/png', png.toString('latin1')],
    ['.png', 'image/png', 'GIF89a'],
    ['x.phtml', 'application/x-httpd-php', '<?php 1'],
  ] as const
  it.each(pages)('U1: %s as %s is refused and leaves nothing', async (name, type, text) => {
    const before = await onDisk()
    const reply = await send(Buffer.from(text, 'latin1'), { name, type })
    expect([reply.status, codeOf(reply)]).toEqual([415, 'file_refused'])
    await expect.poll(onDisk).toEqual(before)
  })
  it('U1: what is stored comes back as a picture that nothing can be run in', async () => {
    const { id } = fileOf(await send(png))
    for (const size of ['full', 'thumb']) {
      const { status, headers } = await bytesOf(id, size)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(size === 'full' ? 'image/png' : 'image/jpeg')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })
  it('U2: name, declared type and bytes of eight types agree or it is 415', async () => {
    const zip = Buffer.from('PK\u0003\u0004 not a document')
    const kinds = [
      ['jpg', 'image/jpeg', photo, 'jpg'],
      ['png', 'image/png', png, 'png'],
      ['bmp', 'image/bmp', bmp, 'bmp'],
      ['pdf', 'application/pdf', pdf, 'pdf'],
      ['doc', 'application/msword', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'doc'],
      ['xls', 'application/vnd.ms-excel', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'xls'],
      ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip, 'docx'],
      ['svg', 'image/svg+xml', svg, 'svg'],
    ] as const
    const taken = new Set<string>()
    const refusals = new Set<string>()
    for (const [extension] of kinds)
      for (const [, type] of kinds)
        for (const [, , bytes, of] of kinds) {
          const reply = await send(bytes, { name: `x.${extension}`, type, purpose: 'order_file' })
          if (reply.status === 200) taken.add(`${extension} ${type} ${of}`)
          else refusals.add(`${reply.status} ${codeOf(reply)}`)
        }
    // Old Office formats begin alike: doc and xls are told apart by name and type. BMP is no file of an order.
    expect([...refusals].sort()).toEqual(['415 file_refused', '415 office_unsound'])
    expect([...taken].sort()).toEqual(
      [
        'jpg image/jpeg jpg',
        'png image/png png',
        'pdf application/pdf pdf',
        'doc application/msword doc',
        'doc application/msword xls',
        'xls application/vnd.ms-excel doc',
        'xls application/vnd.ms-excel xls',
      ].sort(),
    )
  })
  it('U7: an Office file is taken when its parts are what its directory says, and else refused in a sentence', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const before = await onDisk()
    const lying = Buffer.from(zipOf(docxParts))
    const at = lying.indexOf(Buffer.from('word/document.xml')) + 'word/document.xml'.length
    // The bomb says that it is small: the sizes agree with each other and not with what is packed.
    const bomb = zipOf(docxParts, {
      entry: (view, no) => no === 2 && view.setUint32(24, 100, true),
      local: (view, no) => no === 2 && view.setUint32(22, 100, true),
    })
    lying[at + 3] = (lying[at + 3] ?? 0) ^ 0xff
    for (const bytes of [bomb, lying, zipOf([...docxParts, { name: '../../evil.xml' }])]) {
      const reply = await send(bytes, { name: 'report.docx', type, purpose: 'order_file' })
      expect([reply.status, codeOf(reply)]).toEqual([415, 'office_unsound'])
    }
    expect(await onDisk()).toEqual(before)
    const taken = await send(zipOf(docxParts), { name: 'report.docx', type, purpose: 'order_file' })
    expect(taken.status).toBe(200)
    const kept = await bytesOf(fileOf(taken).id)
    expect(kept.bytes.equals(zipOf(docxParts))).toBe(true)
  })
  it('U3: an SVG under any name never reaches the decoder', async () => {
    let asked = 0
    const { decoder } = app.context.files
    const real = decoder.decode
    decoder.decode = async (job) => {
      asked += 1
      return real(job)
    }
    for (const [name, type] of [
      ['x.png', 'image/png'],
      ['x.jpg', 'image/jpeg'],
      ['x.bmp', 'image/bmp'],
      ['x.svg', 'image/svg+xml'],
    ] as const)
      expect((await send(svg, { name, type })).status).toBe(415)
    expect(
      (await send(Buffer.concat([Buffer.from('BM'), svg]), { name: 'x.bmp', type: 'image/bmp' })).status,
    ).toBe(422)
    decoder.decode = real
    expect(asked).toBe(0)
  })
})

describe('pictures', () => {
  it('U4: what follows a picture is not kept', async () => {
    const marker = Buffer.from('<script>marker-4711</script>PK\u0003\u0004')
    const { id } = fileOf(await send(Buffer.concat([photo, marker]), { name: 'a.jpg', type: 'image/jpeg' }))
    for (const size of ['full', 'thumb']) {
      const { status, bytes } = await bytesOf(id, size)
      expect(status).toBe(200)
      expect(bytes.includes('marker-4711')).toBe(false)
    }
  })
  it('U5: more than 50 million pixels are refused from the header, twenty at once', async () => {
    const bombs = [pngOf(20_000, 20_000), pngOf(16_000, 16_000), pngOf(7_072, 7_071)]
    expect(Math.max(...bombs.map(({ length }) => length))).toBeLessThan(FILE_BYTES_MAX)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, no) => send(bombs[no % 3] ?? png)))
    expect(new Set(replies.map(codeOf))).toEqual(new Set(['image_too_many_pixels']))
    expect((await send(pngOf(7_071, 7_071))).status).toBe(200)
  })
  it('U5: two are decoded at a time', async () => {
    const program = fileURLToPath(new URL('../../platform/files/hanging-decoder.fixture.ts', import.meta.url))
    const decoder = createDecoder({ program })
    const job = { kind: 'png' as const, from: '', full: '', thumb: '' }
    const asked = Array.from({ length: 6 }, async () => decoder.decode(job).catch((error: unknown) => error))
    await new Promise((resolve) => setImmediate(resolve))
    expect(decoder.running()).toBe(2)
    decoder.close()
    expect(await Promise.all(asked)).toHaveLength(6)
    expect(decoder.running()).toBe(0)
  })
  it('U6: a BMP becomes a PNG of the same size', async () => {
    const file = fileOf(await send(bmp, { name: 'old.bmp', type: 'image/bmp' }))
    expect(file).toMatchObject({ type: 'image/png', width: 4, height: 4 })
    const cut = await send(bmp.subarray(0, 80), { name: 'old.bmp', type: 'image/bmp' })
    expect([cut.status, codeOf(cut)]).toEqual([422, 'image_unreadable'])
  })
  it('U11: where it was taken is removed, how it was held is applied', async () => {
    const tagged = await sharp(photo)
      .withExif({
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 49/1' },
        IFD0: { Make: 'marker-make' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const sent = await sharp(tagged).metadata()
    expect([sent.orientation, sent.exif !== undefined, tagged.includes('marker-make')]).toEqual([
      6,
      true,
      true,
    ])
    const file = fileOf(await send(tagged, { name: 'a.jpg', type: 'image/jpeg' }))
    expect([file.width, file.height]).toEqual([200, 300])
    for (const size of ['full', 'thumb']) {
      const { bytes } = await bytesOf(file.id, size)
      const kept = await sharp(bytes).metadata()
      expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(bytes.includes('marker-make')).toBe(false)
    }
  })
  it.each([
    ['hanging', new URL('../../platform/files/hanging-decoder.fixture.ts', import.meta.url)],
    ['crashing', new URL('../../platform/files/crashing-decoder.fixture.ts', import.meta.url)],
  ])('U13: a %s decoder is ended, the sender told, the server alive', async (_, url) => {
    const program = fileURLToPath(url)
    const broken = createDecoder({ program, patienceMs: 300 })
    const { decoder } = app.context.files
    const before = await onDisk()
    const real = decoder.decode
    decoder.decode = broken.decode
    const reply = await send(png)
    decoder.decode = real
    broken.close()
    expect([reply.status, codeOf(reply)]).toEqual([422, 'image_unreadable'])
    await expect.poll(onDisk).toEqual(before)
    expect((await send(png)).status).toBe(200)
  })
})

describe('documents', () => {
  it('U7: are kept as they came, are only saved, never shown', async () => {
    const { id, bytes } = fileOf(
      await send(pdf, { name: '报告.pdf', type: 'application/pdf', purpose: 'order_file' }),
    )
    expect(bytes).toBe(pdf.length)
    const back = await bytesOf(id)
    expect(back.bytes.equals(pdf)).toBe(true)
    expect(back.headers.get('content-disposition')).toBe(
      `attachment; filename="__.pdf"; filename*=UTF-8''${encodeURIComponent('报告.pdf')}`,
    )
    expect(back.headers.get('x-content-type-options')).toBe('nosniff')
  })
  it('U7: with macros they are refused, by name and by what is in them', async () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const docm = 'application/vnd.ms-word.document.macroEnabled.12'
    const sound = { name: 'x.docx', type: docx, purpose: 'order_file' }
    expect((await send(zipOf(docxParts), sound)).status).toBe(200)
    for (const [bytes, given] of [
      [zipOf(docxParts), { name: 'x.docm', type: docm }],
      [zipOf(docxParts), { name: 'x.docm' }],
      [zipOf(docxParts), { type: docm }],
      [zipOf([...docxParts, { name: 'word/vbaProject.bin' }]), {}],
      [zipOf([...docxParts, { name: 'word/activeX/activeX1.bin' }]), {}],
    ] as const) {
      const reply = await send(bytes, { ...sound, ...given })
      expect([given, reply.status, codeOf(reply)]).toEqual([given, 415, 'file_refused'])
    }
  })
})

/** Sends by hand: `write` gets the socket after the head has been sent. Resolves with all that came back. */
const byHand = (head: string[], write: (socket: ReturnType<typeof connect>) => void): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    const path = `/api/files/${randomUUID()}?purpose=station_image&name=a.png`
    socket.on('data', (chunk) => {
      heard += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
    socket.write(
      [
        `PUT ${path} HTTP/1.1`,
        `host: ${hostname}:${port}`,
        `cookie: ${mine.cookie}`,
        'content-type: image/png',
        ...head,
        '',
        '',
      ].join('\r\n'),
    )
    write(socket)
  })

describe('size', () => {
  it('U8: 10 MB are taken in, one byte more is not, and nothing of it stays', async () => {
    const full = Buffer.concat([pdf, Buffer.alloc(FILE_BYTES_MAX - pdf.length, 32)])
    const document = { name: 'a.pdf', type: 'application/pdf', purpose: 'order_file' }
    expect((await send(full, document)).status).toBe(200)
    const before = await onDisk()
    const over = await send(Buffer.concat([full, Buffer.alloc(1)]), document)
    expect([over.status, codeOf(over)]).toEqual([413, 'file_too_large'])
    expect((over.body as { error: { message: string } }).error.message).toMatch(/10M/)
    await expect.poll(onDisk).toEqual(before)
  })
  it('U8: a body without end is cut at the limit', async () => {
    const before = await onDisk()
    const piece = Buffer.alloc(256 * 1024, 1)
    const heard = await byHand(['transfer-encoding: chunked'], (socket) => {
      const chunk = Buffer.concat([
        Buffer.from(`${piece.length.toString(16)}\r\n`),
        piece,
        Buffer.from('\r\n'),
      ])
      const more = (): void => {
        while (socket.writable && socket.write(chunk));
        if (socket.writable) socket.once('drain', more)
      }
      socket.write(`8\r\n${png.subarray(0, 8).toString('latin1')}\r\n`, 'latin1')
      more()
    })
    // Who writes on and on may meet the end of the connection before reading what was answered.
    expect(['', 'HTTP/1.1 413 ']).toContain(heard.slice(0, 13))
    await expect.poll(onDisk).toEqual(before)
  })
  it('U8: a length that is not true leaves nothing', async () => {
    const before = await onDisk()
    await byHand(['content-length: 5000000'], (socket) => {
      socket.write(png)
      setTimeout(() => socket.destroy(), 50)
    })
    const said = await byHand([`content-length: ${FILE_BYTES_MAX + 1}`], (socket) => {
      socket.write(png)
    })
    expect(said).toMatch(/^HTTP\/1.1 413 /)
    await expect.poll(onDisk).toEqual(before)
  })
})

describe('how many', () => {
  it('U14: the same picture twice is two files', async () => {
    const ids = [fileOf(await send(png)).id, fileOf(await send(png)).id]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect((await bytesOf(id)).status).toBe(200)
  })
})

describe('names', () => {
  it('U10: never become part of a path or of a header', async () => {
    const refused = ['a\u0000b.png', 'a\r\nset-cookie: x=1.png', '\u202egnp.exe.png']
    for (const name of refused) expect([name, (await send(png, { name })).status]).toEqual([name, 400])
    const names = [
      ['../../etc/passwd.png', 'passwd.png'],
      [`${'长'.repeat(300)}.png`, `${'长'.repeat(116)}.png`],
      ['...htaccess.png', 'htaccess.png'],
      ['C:\\x\\y.png', 'y.png'],
      ['a";x="b\'%0d%0a.png', `a_;x=_b'%0d%0a.png`],
      ['.png', 'file.png'],
    ]
    const before = new Set(await onDisk())
    for (const [name, shown] of names) {
      const file = fileOf(await send(png, { name: name ?? '' }))
      expect(file.name).toBe(shown)
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      expect(file.name).not.toMatch(/[\u0000-\u001f/\\\u202e]|^\./)
      expect(file.name.length).toBeLessThanOrEqual(124)
      const { headers } = await bytesOf(file.id)
      expect(headers.get('content-disposition')).toMatch(
        /^inline; filename="[ -~]+\.png"; filename\*=UTF-8''[\w%.~-]+$/,
      )
      expect(headers.get('set-cookie')).toBeNull()
    }
    const made = (await onDisk()).filter((name) => !before.has(name))
    expect(made.filter((name) => !/^[0-9a-f-]{36}(\.thumb)?$/.test(name))).toEqual([])
  })
})

describe('cut and repeated', () => {
  it('U12: cut anywhere it leaves nothing, and sent again it is one file', async () => {
    const before = new Set(await onDisk())
    const added = async () => (await onDisk()).filter((name) => !before.has(name))
    const id = randomUUID()
    const path = `/api/files/${id}?purpose=station_image&name=a.png`
    for (let run = 1; run <= 30; run += 1) {
      await byHand([`content-length: ${png.length}`], (socket) => {
        socket.write(png.subarray(0, Math.floor((png.length * run) / 31)), () =>
          setTimeout(() => socket.destroy(), 5),
        )
      })
    }
    await expect.poll(added).toEqual([])
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(png, { id })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await added()).toHaveLength(2)
    const other = await send(pngOf(10, 10), { id })
    expect([other.status, codeOf(other)]).toEqual([409, 'wrong_state'])
    expect(
      (
        await theirs.request(`PUT ${path}`, {
          raw: Uint8Array.from(png),
          headers: { 'content-type': 'image/png' },
        })
      ).status,
    ).toBe(404)
  })
  it('U12: what nobody put anywhere is swept, and what is in use stays', async () => {
    const stationId = await makeStation(app.db, app.now(), app.companies.a)
    const [loose, used] = [fileOf(await send(png)).id, fileOf(await send(png)).id]
    await app.db.updateTable('file').set({ station_id: stationId }).where('id', '=', used).execute()
    const days = 24 * 3_600_000
    // A draft may lie for a while: what it names is still there.
    await sweepFiles(app.context, app.now() + (LOOSE_DAYS - 1) * days, Date.now() + 2 * days)
    expect((await bytesOf(loose)).status).toBe(200)
    await sweepFiles(app.context, app.now() + 20 * days, Date.now())
    expect((await bytesOf(loose)).status).toBe(404)
    await sweepFiles(app.context, app.now() + 30 * days, Date.now() + 2 * days)
    expect((await bytesOf(used)).status).toBe(200)
    expect((await onDisk()).filter((name) => name.startsWith(loose))).toEqual([])
    // Bytes whose row is gone, and an upload that was never finished.
    await app.db.deleteFrom('file').where('id', '=', used).execute()
    const swept = await sweepFiles(app.context, app.now(), Date.now() + 2 * days)
    expect(swept.strays).toBeGreaterThan(0)
    expect((await onDisk()).filter((name) => name.startsWith(used))).toEqual([])
  })
  it('U12: a company that has used up its share is told so', async () => {
    const small = { ...app.context.files }
    const stored = await app.db.selectFrom('file').select('bytes').where('removed_at', 'is', null).execute()
    const files = app.context.files as { quotaBytes: number }
    files.quotaBytes = stored.reduce((sum, { bytes }) => sum + bytes, 0)
    const reply = await send(png)
    files.quotaBytes = small.quotaBytes
    expect([reply.status, codeOf(reply)]).toEqual([507, 'storage_full'])
  })
})

describe('Z17: whose it is', () => {
  it('Z17: nobody else sees a file, small or full, and there is no list of them', async () => {
    const { id } = fileOf(await send(png))
    const colleague = await app.asRole('installer', 'a')
    for (const size of ['full', 'thumb']) {
      expect((await bytesOf(id, size, theirs)).status).toBe(404)
      // Not put anywhere yet, it is its sender's alone.
      expect((await bytesOf(id, size, colleague)).status).toBe(404)
      expect((await fetch(`${app.url}/api/files/${id}?size=${size}`)).status).toBe(401)
    }
    const stationId = await makeStation(app.db, app.now(), app.companies.a)
    await app.db.updateTable('file').set({ station_id: stationId }).where('id', '=', id).execute()
    expect((await bytesOf(id, 'thumb', colleague)).status).toBe(200)
    expect((await bytesOf(id, 'thumb', theirs)).status).toBe(404)
    for (const path of ['/api/files', '/api/files/', '/files', `/data/files/${id.slice(0, 2)}/${id}`]) {
      const answer = await fetch(app.url + path, { headers: { cookie: mine.cookie } })
      expect([path, answer.status]).toEqual([path, 404])
    }
    await app.db
      .updateTable('station')
      .set({ deleted_at: new Date(app.now()) })
      .where('id', '=', stationId)
      .execute()
    expect((await bytesOf(id, 'full')).status).toBe(404)
  })
  it('the stored bytes carry no name of the sender', async () => {
    const { id } = fileOf(await send(png, { name: 'secret-name.png' }))
    const names = await onDisk()
    expect(names.filter((name) => name.includes('secret'))).toEqual([])
    expect((await readFile(`${dir}/${id.slice(0, 2)}/${id}`)).subarray(1, 4).toString()).toBe('PNG')
  })
})
