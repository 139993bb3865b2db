import { describe, expect, it } from 'vitest'
import { loginTest } from './login-test.ts'

const address = {
  user: 'GW2408A00017',
  host: 'pv.example.com',
  port: 8883,
  tls: true,
  topicPrefix: 'pv/v1/GW2408A00017/',
}

describe('the line that tries a login', () => {
  it('says address, login and topic, listens only, and holds no secret', () => {
    expect(loginTest(address)).toBe(
      "mosquitto_sub -d -W 10 -h pv.example.com -p 8883 --tls-use-os-certs -i 'GW2408A00017' -u 'GW2408A00017' -P PASSWORD -t 'pv/v1/GW2408A00017/cfg'",
    )
  })
  it('asks for no TLS where there is none', () => {
    expect(loginTest({ ...address, tls: false, port: 1883 })).not.toContain('tls')
  })
})
