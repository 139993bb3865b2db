import { mkdtempSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { MigrationError } from '#server/platform/db/migrate.ts'
import { EnvironmentError } from '#server/env.ts'
import { explainStart } from './explain-start.ts'

const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
const before = process.exitCode
afterEach(() => {
  process.exitCode = before
})

const explained = (problem: unknown): string => {
  said.mockClear()
  process.exitCode = 0
  explainStart(problem)
  expect(process.exitCode).toBe(1)
  return said.mock.calls.map(([text]) => String(text)).join('')
}
const caught = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

it('what a person can mend is one sentence without a stack', () => {
  expect(explained(new EnvironmentError('PORT must be a number'))).toBe('PORT must be a number\n')
  expect(explained(new MigrationError('not its database'))).toBe('not its database\n')
  expect(explained(caught(() => mkdtempSync('/no/such/folder/')))).toMatch(/^ENOENT: [^\n]*\n$/)
  expect(explained(caught(() => parseArgs({ args: ['--form'], options: {} })))).toMatch(
    /^Unknown option[^\n]*\n$/,
  )
  expect(explained(Object.assign(new Error('password authentication failed'), { code: '28P01' }))).toBe(
    'The database refuses: password authentication failed.\n',
  )
})

it('a database that cannot be reached is named, and why', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.20:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  const sentence = 'The database does not answer: connect ECONNREFUSED 10.0.0.20:5432.\n'
  expect(explained(refused)).toBe(sentence)
  // Of a name with several addresses, which says nothing itself.
  expect(explained(Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' }))).toBe(sentence)
})

it('a certificate of the database that nobody knows is told with what makes it known', () => {
  const unknown = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(explained(unknown)).toMatch(
    /^The certificate of the database[^\n]*self-signed certificate[^\n]*sslrootcert=[^\n]*\n$/,
  )
  expect(explained(new Error('The server does not support SSL connections'))).toMatch(
    /^The database refuses: [^\n]* SSL [^\n]*\n$/,
  )
})

it('a fault of ours shows where it is', () => {
  expect(explained(new TypeError('x is not a function'))).toMatch(/x is not a function\n\s+at /)
  expect(explained(Object.assign(new Error('syntax error'), { code: '42601' }))).toMatch(
    /syntax error\n\s+at /,
  )
})
