import { BlockList, isIPv4 } from 'node:net'

const nearby = new BlockList()
// Source: RFC 1918, 1122, 3927, 6598 (addresses behind a provider's NAT), 4193, 4291.
nearby.addSubnet('10.0.0.0', 8)
nearby.addSubnet('172.16.0.0', 12)
nearby.addSubnet('192.168.0.0', 16)
nearby.addSubnet('127.0.0.0', 8)
nearby.addSubnet('169.254.0.0', 16)
nearby.addSubnet('100.64.0.0', 10)
nearby.addSubnet('fc00::', 7, 'ipv6')
nearby.addSubnet('fe80::', 10, 'ipv6')
nearby.addAddress('::1', 'ipv6')

/** Whether nobody on the internet can stand behind an address. */
export const isPrivateAddress = (address: string): boolean => {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return nearby.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
