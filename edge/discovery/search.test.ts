import { describe, expect, it } from 'vitest'
import { addressRule } from '../runtime/addresses.ts'
import { searchTargets } from './targets.ts'

const usual = addressRule([], false)
const own = (cidr: string, internal = false) => ({ address: cidr.split('/')[0] ?? '', cidr, internal })

describe('where a search goes', () => {
  it('E9: to the neighbours in private networks of this machine, and nowhere else', () => {
    const hosts = searchTargets(
      null,
      [
        own('192.168.7.20/24'),
        own('127.0.0.1/8', true),
        own('203.0.113.5/24'),
        own('169.254.3.4/16'),
        own('fd00::1/64'),
      ],
      usual,
    )
    expect(hosts).toHaveLength(253)
    expect(hosts[0]).toBe('192.168.7.1')
    expect(hosts).not.toContain('192.168.7.20')
    expect(hosts.every((host) => host.startsWith('192.168.7.'))).toBe(true)
  })

  it('of a large network only to those around it, and of many to a thousand', () => {
    expect(searchTargets(null, [own('10.1.2.3/8')], usual)).toHaveLength(253)
    const many = Array.from({ length: 9 }, (_, n) => own(`10.0.${n}.1/24`))
    expect(searchTargets(null, many, usual)).toHaveLength(1_024)
  })

  it('E2: to ranges that a person names, where the edge may go at all', () => {
    expect(searchTargets(['192.168.1.4/30'], [], usual)).toEqual(['192.168.1.5', '192.168.1.6'])
    expect(searchTargets(['10.0.0.7/32', '10.0.0.7'], [], usual)).toEqual(['10.0.0.7'])
    expect(() => searchTargets(['8.8.8.0/24'], [], usual)).toThrow(/in no private network/)
    expect(() => searchTargets(['127.0.0.1/32'], [], usual)).toThrow(/in no private network/)
    expect(() => searchTargets(['172.31.255.0/16', '172.32.0.0/30'], [], usual)).toThrow(/private|more than/)
    expect(() => searchTargets(['10.0.0.0/19'], [], usual)).toThrow(/more than one search takes/)
    for (const wrong of ['10.0.0.0/8', '10.0.0/24', 'fd00::/120', 'x'])
      expect(() => searchTargets([wrong], [], usual)).toThrow(/is no range/)
    expect(searchTargets(['127.0.0.1/32'], [], addressRule([], true))).toEqual(['127.0.0.1'])
  })
})
