import { describe, expect, it } from 'vitest'
import { foundBy } from './found-by.ts'
import type { Finding } from './use-attention.ts'

const finding = (change: Partial<Finding>): Finding => ({
  id: '00000000-0000-4000-8000-000000000000',
  stationId: '00000000-0000-4000-8000-000000000001',
  stationName: '青浦-顾家小院',
  kind: 'inverter',
  sn: '4-9A57A2L',
  name: '',
  state: 'disconnected',
  reason: 'device_silent',
  since: 0,
  children: 0,
  affectedW: null,
  ...change,
})
const all = [
  finding({ sn: 'GW2402A00083', reason: 'gateway_silent', stationName: 'Kathmandu-School' }),
  finding({}),
  finding({ sn: 'A2112250013', name: '3 号逆变器', reason: 'shutdown' }),
]
const serials = (by: Parameters<typeof foundBy>[1]): string[] => foundBy(all, by).map(({ sn }) => sn)

describe('findings by reason and search', () => {
  it('are all, in their order, without either', () => {
    expect(serials({})).toEqual(['GW2402A00083', '4-9A57A2L', 'A2112250013'])
    expect(serials({ search: '  ' })).toHaveLength(3)
  })
  it.each([
    ['49a57', ['4-9A57A2L']],
    ['４-９a', ['4-9A57A2L']],
    ['kathmandu', ['GW2402A00083']],
    ['顾家', ['4-9A57A2L', 'A2112250013']],
    ['3号', ['A2112250013']],
    ['nowhere', []],
  ])('are found by %s', (search, expected) => {
    expect(serials({ search })).toEqual(expected)
  })
  it('fit the reason and the search together', () => {
    expect(serials({ reason: 'shutdown', search: '顾家' })).toEqual(['A2112250013'])
    expect(serials({ reason: 'clock' })).toEqual([])
  })
})
