import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { postOnce } from './post-once.ts'

const to = (url: string) => ({ url, headers: {}, body: '{}' })
const unknownName = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })

test('a name that does not resolve is an answer at once, not an exception that nothing catches', async () => {
  const faults: unknown[] = []
  const note = (fault: unknown) => faults.push(fault)
  process.prependListener('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  const posted = await postOnce(to('https://hooks.example.com/x'), false, (_, __, done) => {
    // As Node calls it: the error alone, in a later turn.
    setImmediate(done, unknownName)
  })
  expect(posted).toEqual({ status: null, retryAfterS: null, failure: 'not reached (ENOTFOUND)' })
  expect(faults).toEqual([])
})

test('a name with a private address, or with none, is not called', async () => {
  const found = [
    [],
    [{ address: '10.1.2.3', family: 4 }],
    [
      { address: '203.0.113.9', family: 4 },
      { address: '::1', family: 6 },
    ],
  ]
  for (const addresses of found) {
    const posted = await postOnce(to('https://hooks.example.com/x'), false, (_, __, done) =>
      setImmediate(done, null, addresses),
    )
    expect(posted.failure).toBe('the address is not public')
  }
})

test('an address where nobody listens, and one that hangs up, are failures in a few words', async () => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/x`
  expect((await postOnce(to(url), true)).failure).toBe('not reached (ECONNRESET)')
  await new Promise((resolve) => server.close(resolve))
  expect((await postOnce(to(url), true)).failure).toBe('not reached (ECONNREFUSED)')
})
