import { anything, assert, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MESSAGE_MAX, toShell } from '#contract/shell/messages.ts'
import { createSeenIds, createWriter, readMessage } from './envelope.ts'

const fresh = () => createSeenIds()
const message = (more: object) => ({
  pvshell: 1,
  id: 'a',
  ts: 0,
  type: 'app.data',
  data: { rev: 1 },
  ...more,
})
const refused = (code: string) => ({ kind: 'refused', id: 'a', code })
const kindOf = (given: unknown) => readMessage(given, fresh()).kind

describe('what a shell sends', () => {
  it('is read as text and as an object', () => {
    for (const given of [message({}), JSON.stringify(message({}))])
      expect(readMessage(given, fresh())).toEqual({
        kind: 'message',
        message: { type: 'app.data', id: 'a', re: null, data: { rev: 1 } },
      })
  })

  it('W4: of another shape, version or size is dropped or refused, never believed', () => {
    expect(readMessage(message({ type: 'rights.grant' }), fresh())).toEqual(refused('unknown_type'))
    expect(readMessage(message({ type: 'constructor' }), fresh())).toEqual(refused('unknown_type'))
    expect(readMessage(message({ type: '__proto__' }), fresh())).toEqual(refused('unknown_type'))
    for (const data of [
      {},
      { rev: -1 },
      { rev: '7' },
      { rev: 1.5 },
      { rev: 1, lang: 'de' },
      { rev: 1, theme: { mode: 'url(https://evil.example)' } },
      { rev: 1, insets: { top: -1, right: 0, bottom: 0, left: 0 } },
      { rev: 1, insets: { top: '0; background: url(//evil.example)', right: 0, bottom: 0, left: 0 } },
      { rev: 1, auth: { code: 'https://evil.example' } },
      { rev: 1, platform: '<script>' },
    ])
      expect([data, readMessage(message({ data }), fresh())]).toEqual([data, refused('bad_data')])
    for (const given of [
      null,
      7,
      'not json',
      '[]',
      {},
      [],
      message({ pvshell: 2 }),
      message({ id: '' }),
      message({ id: 7 }),
      message({ ts: 'now' }),
      message({ data: { rev: 1, user: { id: 'u', name: 'n'.repeat(MESSAGE_MAX) } } }),
      `{"pvshell":1,"id":"a","ts":0,"type":"app.data","data":{"rev":1}}${' '.repeat(MESSAGE_MAX)}`,
    ])
      expect([given, kindOf(given)]).toEqual([given, 'dropped'])
  })

  it('W5: brings no roles, permissions or addresses: what is not in its schema is gone', () => {
    const data = {
      rev: 3,
      user: { id: 'u1', name: 'Li', roles: ['administrator'], permissions: ['*:*:*'] },
      apiUrl: 'https://evil.example',
      permissions: ['*:*:*'],
    }
    expect(readMessage(message({ data }), fresh())).toMatchObject({
      message: { data: { rev: 3, user: { id: 'u1', name: 'Li' } } },
    })
    const read = JSON.stringify(readMessage(message({ data }), fresh()))
    expect(read).not.toMatch(/administrator|\*:\*:\*|evil/)
  })

  it('W5: whatever is called with, reading it never throws and never reaches the prototype', () => {
    assert(
      property(anything({ withBigInt: true, withDate: true, withMap: true }), (given) => {
        expect(['message', 'refused', 'dropped']).toContain(kindOf(given))
        expect(['message', 'refused', 'dropped']).toContain(kindOf(message({ data: given })))
        expect(['message', 'refused', 'dropped']).toContain(kindOf(message({ type: given })))
      }),
      { numRuns: 2_000 },
    )
    // What every object has by birth is no kind of message.
    for (const type of [...Object.getOwnPropertyNames(Object.prototype), 'prototype'])
      expect([type, readMessage(message({ type }), fresh())]).toEqual([type, refused('unknown_type')])
    readMessage('{"pvshell":1,"id":"x","ts":0,"type":"app.data","data":{"__proto__":{"rev":9}}}', fresh())
    expect(({} as { rev?: number }).rev).toBeUndefined()
  })

  it('W4: is heard once: an id that came before is dropped', () => {
    const seen = createSeenIds(2)
    const kinds = ['a', 'a', 'b', 'c', 'b', 'a'].map((id) => readMessage(message({ id }), seen).kind)
    expect(kinds).toEqual(['message', 'dropped', 'message', 'message', 'dropped', 'message'])
  })
})

describe('what the page sends', () => {
  it('has ids of its own, a time, and a shape that is published', () => {
    const write = createWriter('p', () => 5)
    const { id, message: sent } = write('nav.back', { delta: 1, from: 'home', dirty: ['stations'] })
    expect([id, sent]).toEqual([
      'p-1',
      {
        pvshell: 1,
        id: 'p-1',
        ts: 5,
        type: 'nav.back',
        data: { delta: 1, from: 'home', dirty: ['stations'] },
      },
    ])
    expect(write('ack', { ok: true }, 'a').message).toMatchObject({ id: 'p-2', re: 'a' })
    expect(toShell['nav.back'].safeParse((sent as { data: unknown }).data).success).toBe(true)
  })
})
