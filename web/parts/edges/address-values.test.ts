import { describe, expect, it } from 'vitest'
import { newValues, wrongIn, type AddressValues } from './address-values.ts'
import { newAddress } from './device-address.ts'

const at = (host: string, port: number | null = null): AddressValues => ({
  ...newValues,
  address: { ...newAddress('modbus-tcp'), host, port },
})

describe('what is typed of a device at an address', () => {
  it('is right with a private address, or with a name of that network', () => {
    for (const host of ['192.168.1.20', '10.0.0.7', 'inverter.local', '[fd00::12]'])
      expect([host, wrongIn(at(host))]).toEqual([host, {}])
  })

  it('is judged before anybody is asked: a public address stays on the phone', () => {
    expect(wrongIn(at('8.8.8.8'))).toEqual({ host: 'edge_address_public' })
    expect(wrongIn(at('inverter.example.com'))).toEqual({ host: 'edge_address_public' })
    expect(wrongIn(at('what is it'))).toEqual({ host: 'edge_address' })
    expect(wrongIn(at(' '))).toEqual({ host: 'required' })
  })

  it('blames the port for a port, and not the address', () => {
    expect(wrongIn(at('192.168.1.20', 70_000))).toEqual({ port: 'invalid_input' })
    expect(wrongIn(at('8.8.8.8', 0))).toEqual({ host: 'edge_address_public', port: 'invalid_input' })
  })

  it('names each setting that is missing or no number', () => {
    const address = newAddress('solarman')
    const values = {
      ...newValues,
      address: { ...address, host: '10.0.0.9', settings: { serial: '', unit: 'x' } },
    }
    expect(wrongIn(values)).toEqual({ serial: 'required', unit: 'invalid_input' })
  })
})
