import { describe, expect, it, vi } from 'vitest'
import { joinVhosts } from './cluster-transport.ts'
import type { VhostTransport } from './vhost-transport.ts'

const topic = 'pv/v1/GW1/cmd/req'
const payload = Buffer.from('{}')

const vhost = (send: VhostTransport['send'], up = true) => ({
  send: vi.fn<VhostTransport['send']>(send),
  stats: async () => ({ connected: null, received: 3, inFlight: 1, refused: {} }),
  close: vi.fn<() => Promise<void>>(async () => {}),
  reachable: () => up,
  declared: () => up,
})
const here = async () => 'sent' as const
const nobody = async () => 'offline' as const
const silent = async () => {
  throw new Error('no answer')
}
const never = () => new Promise<never>(() => {})
const join = (...list: VhostTransport[]) => joinVhosts(new Map(list.map((one, n) => [`v${n + 1}`, one])))

describe('several virtual hosts as one', () => {
  it('what is sent goes to each, and is sent where one of them has the gateway', async () => {
    const hosts = [vhost(nobody), vhost(here), vhost(nobody)]
    expect(await join(...hosts).send(topic, payload, { qos: 1 })).toBe('sent')
    for (const { send } of hosts) expect(send.mock.calls).toEqual([[topic, payload, { qos: 1 }]])
  })

  it('one that fails or does not answer is no harm where another has the gateway', async () => {
    expect(await join(vhost(silent), vhost(here)).send(topic, payload)).toBe('sent')
    expect(await join(vhost(never), vhost(here)).send(topic, payload)).toBe('sent')
  })

  it('is absent where all say so, and unknown where one of them does not say', async () => {
    expect(await join(vhost(nobody), vhost(nobody)).send(topic, payload)).toBe('offline')
    await expect(join(vhost(nobody), vhost(silent)).send(topic, payload)).rejects.toThrow('no answer')
  })

  it('is reachable when all are, and each lets gateways in when its own queues are there', async () => {
    expect(join(vhost(here), vhost(here)).reachable()).toBe(true)
    const both = join(vhost(here), vhost(here, false))
    expect(both.reachable()).toBe(false)
    expect(['v1', 'v2', 'v3'].map((name) => both.declared(name))).toEqual([true, false, false])
  })

  it('counts all and closes all', async () => {
    const hosts = [vhost(here), vhost(here)]
    const joined = join(...hosts)
    expect(await joined.stats()).toEqual({ connected: null, received: 6, inFlight: 2, refused: {} })
    await joined.close()
    for (const { close } of hosts) expect(close.mock.calls).toHaveLength(1)
  })
})
