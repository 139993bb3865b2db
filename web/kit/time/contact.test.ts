import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearServerTime, serverNow } from './clock.ts'
import { contact } from './contact.ts'

const START = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  contact.expect(true)
})
afterEach(() => {
  contact.expect(false)
  hearServerTime(new Date(Date.now()).toUTCString(), Date.now(), Date.now())
  vi.useRealTimers()
})

test('is lost two and a half minutes after the last answer, and found with the next', () => {
  contact.heard()
  vi.setSystemTime(START + 2 * MINUTE)
  expect(contact.lostSince(serverNow())).toBeNull()
  vi.setSystemTime(START + 3 * MINUTE)
  expect(contact.lostSince(serverNow())).toBe(START)
  contact.heard()
  expect(contact.lostSince(serverNow())).toBeNull()
})

test('a part that is loaded late and expects the server as well does not pass for an answer', () => {
  vi.setSystemTime(START + 180 * MINUTE)
  contact.expect(true)
  expect(contact.lostSince(serverNow())).toBe(START)
})

test('an answer that came before the clock of the phone turned out to be ahead counts from when it came', () => {
  const ahead = 180 * MINUTE
  contact.heard()
  hearServerTime(new Date(START - ahead).toUTCString(), START, START)
  expect(Math.abs(serverNow() - (START - ahead))).toBeLessThan(1000)
  vi.setSystemTime(START + 3 * MINUTE)
  expect(contact.lostSince(serverNow())).not.toBeNull()
})
