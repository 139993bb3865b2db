import { describe, expect, it } from 'vitest'
import { amqpScheme, apiScheme, isPlainOutside, readNodes } from './platform/broker/amqp-address.ts'
import { EnvironmentError, readEnvironment } from './env.ts'

const read = (text: string) => readNodes(text, amqpScheme)

describe('the address of a cluster', () => {
  it('names nodes, a login and a virtual host', () => {
    expect(read('amqps://sun:a%40b@a.example,b.example:5673,[2001:db8::1]:9/sunkeeper')).toEqual({
      secure: true,
      user: 'sun',
      password: 'a@b',
      nodes: [
        { host: 'a.example', port: 5671 },
        { host: 'b.example', port: 5673 },
        { host: '2001:db8::1', port: 9 },
      ],
      vhosts: ['sunkeeper'],
    })
    expect(read('amqp://s:p@127.0.0.1')).toMatchObject({
      secure: false,
      nodes: [{ host: '127.0.0.1', port: 5672 }],
      vhosts: ['/'],
    })
    expect(read('amqps://s:p@a.example/one,two,three')?.vhosts).toEqual(['one', 'two', 'three'])
    const login = { user: 'sun', password: 'word' }
    expect(readNodes('https://a.example', apiScheme, login)).toMatchObject({
      ...login,
      nodes: [{ host: 'a.example', port: 15_671 }],
    })
  })

  it.each([
    'amqps://a.example',
    'amqps://sun@a.example',
    'amqps://sun:@a.example',
    'amqps://:word@a.example',
    'amqps://s:p@',
    'amqps://s:p@a.example,',
    'amqps://s:p@a.example:0',
    'amqps://s:p@a.example:65536',
    'amqps://s:p@a.example/x/y',
    'amqps://s:p@a.example/x,',
    'amqps://s:p@a.example/x,y,x',
    `amqps://s:p@a.example/${Array.from({ length: 17 }, (_, n) => `v${n}`).join(',')}`,
    'amqps://s:p@a.example/x?heartbeat=1',
    'amqps://s:p%zz@a.example',
    'mqtts://s:p@a.example',
    `amqps://s:p@${Array.from({ length: 17 }, () => 'a.example').join(',')}`,
  ])('%s is none', (text) => {
    expect(read(text)).toBeNull()
  })

  it('is plain outside when any of its nodes is elsewhere', () => {
    const plain = (hosts: string) =>
      isPlainOutside(read(`amqp://s:p@${hosts}`) ?? { secure: true, nodes: [] })
    expect(plain('127.0.0.1,localhost,[::1]')).toBe(false)
    expect(plain('127.0.0.1,10.0.0.4')).toBe(true)
    expect(isPlainOutside(read('amqps://s:p@10.0.0.4') ?? { secure: false, nodes: [] })).toBe(false)
  })
})

describe('the settings of a cluster', () => {
  const MQTT_URL = 'mqtts://mqtt.example:8883'
  const AMQP_URL = 'amqps://sun:Wd-9@a.example,b.example/sunkeeper'
  const SECRET = 'x'.repeat(32)

  it('is none without AMQP_URL', () => {
    expect(readEnvironment({ MQTT_URL }).cluster).toBeNull()
  })

  it('has what is set, and else asks and ends nothing', () => {
    expect(readEnvironment({ MQTT_URL, AMQP_URL }).cluster).toMatchObject({
      amqp: { user: 'sun', vhosts: ['sunkeeper'] },
      api: null,
      asks: null,
    })
    const given = { MQTT_URL, AMQP_URL, AMQP_API_URL: 'https://a.example', BROKER_AUTH_SECRET: SECRET }
    expect(readEnvironment(given).cluster).toMatchObject({
      api: { user: 'sun', password: 'Wd-9', nodes: [{ host: 'a.example', port: 15_671 }] },
      asks: { host: '127.0.0.1', port: 8091, secret: SECRET },
    })
  })

  it.each([
    [{ AMQP_URL }, 'AMQP_URL needs MQTT_URL beside it'],
    [{ MQTT_URL, AMQP_URL: 'amqps://a.example' }, 'AMQP_URL must be amqps://NAME:PASSWORD@host'],
    [{ MQTT_URL, AMQP_URL, MQTT_SHARE: 'yes' }, 'MQTT_SHARE is of brokers without AMQP_URL'],
    [{ AMQP_API_URL: 'https://s:p@a.example' }, 'AMQP_API_URL needs AMQP_URL beside it'],
    [{ MQTT_URL, AMQP_URL, AMQP_API_URL: 'https://a.example/x' }, 'AMQP_API_URL must be https://'],
    [{ BROKER_AUTH_SECRET: SECRET }, 'BROKER_AUTH_SECRET needs AMQP_URL beside it'],
    [{ MQTT_URL, AMQP_URL, BROKER_AUTH_SECRET: 'short' }, 'BROKER_AUTH_SECRET must be 32 to 128 letters'],
    [{ MQTT_URL, AMQP_URL, BROKER_AUTH_PORT: 'x' }, 'BROKER_AUTH_PORT must be a port number'],
  ])('%o is refused with its reason and without its secret', (given: Record<string, string>, sentence) => {
    expect(() => readEnvironment(given)).toThrow(EnvironmentError)
    expect(() => readEnvironment(given)).toThrow(sentence)
    expect(() => readEnvironment(given)).not.toThrow(/Wd-9|xxxx/)
  })

  it('D20: a login of the cluster goes plain to another machine only when it is said so', () => {
    const plain = 'amqp://sun:Wd-9@10.0.0.4'
    expect(() => readEnvironment({ MQTT_URL, AMQP_URL: plain })).toThrow('AMQP_URL must be amqps://')
    const api = { MQTT_URL, AMQP_URL, AMQP_API_URL: 'http://10.0.0.4' }
    expect(() => readEnvironment(api)).toThrow('AMQP_API_URL must be https://')
    const said = { ...api, AMQP_URL: plain, ALLOW_PLAIN_MQTT: 'yes' }
    expect(readEnvironment(said).cluster?.amqp.secure).toBe(false)
  })
})
