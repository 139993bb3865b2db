import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function recorded(write: (log: ReturnType<typeof createLog>) => void): { text: string; lines: unknown[] } {
  let text = ''
  write(createLog('trace', { write: (line) => void (text += line) }))
  return {
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  }
}

const secret = 'h4rdT0Guess'

describe('the log', () => {
  test('is one JSON object a line with level, time and message', () => {
    const { lines } = recorded((log) => {
      log.info({ stationId: 's1', n: 3 }, 'line one\nand two')
      log.warn('bare')
    })
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        stationId: 's1',
        n: 3,
        msg: 'line one\nand two',
      },
      { level: 'warn', time: expect.any(String), msg: 'bare' },
    ])
  })

  test.each([
    'password',
    'newPassword',
    'password_hash',
    'secret',
    'gatewaySecret',
    'token',
    'csrf-token',
    'cookie',
    'set-cookie',
    'Authorization',
    'setupCode',
    'setup_code',
    'claimCode',
    'claim-code',
    'phone',
    'contactPhone',
    'phoneAreaCode',
  ])('never holds the value of %s, at any depth, in arrays and in child loggers', (name) => {
    const { text } = recorded((log) => {
      log.info({ [name]: secret }, 'top')
      log.info({ req: { headers: { [name]: secret } }, list: [{ [name]: [secret] }] }, 'deep')
      log.child({ [name]: secret }).info('child')
    })
    expect(text).not.toContain(secret)
    expect(text.match(/\[hidden\]/g)).toHaveLength(4)
  })

  test('cuts the password out of addresses, in fields, messages and errors', () => {
    const address = `postgresql://sun:${secret}@db.example/sun`
    const { text } = recorded((log) => {
      log.info({ address }, `cannot reach ${address}`)
      log.error(new Error(`no ${address}`))
      log.error({ err: new Error('outer', { cause: new Error(address) }) }, 'why')
    })
    expect(text).not.toContain(secret)
    expect(text).toContain('db.example')
  })

  test('describes an error with its cause and without the row it is about', () => {
    const error = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      constraint: 'account_key',
      detail: `Key (contact)=(${secret}) already exists.`,
      client: { password: secret },
      cause: new Error('below'),
    })
    const { text, lines } = recorded((log) => log.error({ err: error }, 'failed'))
    expect(text).not.toContain(secret)
    expect(lines[0]).toMatchObject({
      err: {
        type: 'Error',
        message: 'duplicate key value',
        code: '23505',
        constraint: 'account_key',
        stack: expect.stringContaining('log.test.ts'),
        cause: { message: 'below' },
      },
    })
  })

  test('survives what points at itself', () => {
    const self: Record<string, unknown> = { name: 'loop' }
    self.self = self
    expect(recorded((log) => log.info({ self }, 'round')).lines).toHaveLength(1)
  })
})
