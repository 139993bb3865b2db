import { expect, it } from 'vitest'
import { readSecurityFile } from './broker-file.ts'

it('only a file of the dynamic-security plugin is taken for one, so that no other is written over', () => {
  const own = { defaultACLAccess: {}, clients: [], roles: [] }
  expect(readSecurityFile(JSON.stringify(own))).toEqual(own)
  for (const other of [
    '',
    'listener 8883',
    'null',
    '[]',
    '{}',
    '{"clients": []}',
    '{"gateways": [], "roles": []}',
  ])
    expect([other, readSecurityFile(other)]).toEqual([other, null])
})
