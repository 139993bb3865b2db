import { expect, it } from 'vitest'
import { mayCall } from './post-once.ts'

it('V10: no spelling of this machine or of its network is an address to call', () => {
  for (const host of [
    'localhost',
    'localhost.',
    'localhost..',
    'LOCALHOST.',
    'a.localhost.',
    'printer.local.',
    'db.internal.',
    'nas.lan',
    'router.home.arpa.',
    'nas',
    'nas.',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
    '169.254.169.254',
    '10.0.0.1.',
  ]) {
    const url = `http://${host}/hook`
    expect([host, URL.canParse(url) && mayCall(url, false)]).toEqual([host, false])
  }
  for (const host of ['hooks.example.com', 'hooks.example.com.', '93.184.216.34'])
    expect([host, mayCall(`https://${host}/hook`, false)]).toEqual([host, true])
  expect(mayCall('http://localhost./hook', true)).toBe(true)
})
