import { expect, it } from 'vitest'
import { readyLine } from './start.ts'

it('names the address of the app where people are answered, else what this server does', () => {
  expect(
    readyLine({ roles: ['api', 'intake', 'worker', 'broker'], publicUrl: null }, 'http://localhost:8080'),
  ).toBe('ready http://localhost:8080/h5/')
  expect(readyLine({ roles: ['api'], publicUrl: 'https://sun.example' }, 'http://localhost:8080')).toBe(
    'ready https://sun.example/h5/',
  )
  expect(readyLine({ roles: ['intake', 'broker'], publicUrl: 'https://sun.example' }, '')).toBe(
    'ready: intake, broker',
  )
})
