import { beforeEach, describe, expect, it, vi } from 'vitest'

const phone = vi.hoisted(() => ({ person: 'me' as string | null }))
vi.mock('../data/signed-in.ts', () => ({ personIdNow: () => phone.person }))
vi.stubGlobal('document', { documentElement: { lang: 'en' } })

type Sent = { url: string; person: string | undefined }
let sent: Sent[] = []
let answers: { status: number; body: object }[] = []
class FakeRequest {
  status = 0
  responseText = ''
  upload = { addEventListener: () => undefined }
  private readonly headers = new Map<string, string>()
  private url = ''
  private loaded: () => void = () => undefined
  open(_: string, url: string): void {
    this.url = url
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }
  addEventListener(name: string, listener: () => void): void {
    if (name === 'load') this.loaded = listener
  }
  send(): void {
    sent.push({ url: this.url, person: this.headers.get('sunkeeper-person') })
    const { status, body } = answers.shift() ?? { status: 201, body: {} }
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.loaded()
  }
}
vi.stubGlobal('XMLHttpRequest', FakeRequest)
const { signInGate } = await import('../data/sign-in-gate.ts')
const { sendFile } = await import('./send-file.ts')

const sending = {
  id: 'f',
  purpose: 'order_image' as const,
  picture: { blob: new Blob(['x']), name: 'a.jpg', type: 'image/jpeg' },
  onProgress: () => undefined,
  signal: new AbortController().signal,
}
const signedOut = { status: 401, body: { error: { code: 'signed_out', message: 'Please sign in.' } } }
const asked = async (): Promise<void> => {
  for (let turn = 0; turn < 20 && !signInGate.isAsked(); turn += 1) await Promise.resolve()
}

beforeEach(() => {
  phone.person = 'me'
  sent = []
  answers = [signedOut]
})

describe('a picture whose sending meets the end of the session', () => {
  it('goes on once its person is back', async () => {
    const done = sendFile(sending)
    await asked()
    signInGate.open('me')
    await done
    expect(sent.map(({ person }) => person)).toEqual(['me', 'me'])
  })

  it('does not become the picture of whoever signs in instead', async () => {
    const done = sendFile(sending)
    await asked()
    phone.person = 'other'
    signInGate.open('other')
    await expect(done).rejects.toMatchObject({ code: 'signed_out' })
    expect(sent.length).toBe(1)
  })
})
