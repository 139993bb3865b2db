import { describe, expect, it } from 'vitest'
import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import { createOutbox, type Outbox } from './store.ts'

const message = (seq: number): Telemetry => ({ v: 1, boot: 'boot', seq, ts: seq, hist: false, d: [] })
function takeAll(outbox: Outbox): [number, boolean | null | undefined][] {
  const taken: [number, boolean | null | undefined][] = []
  for (let next = outbox.take(); next; next = outbox.take()) {
    taken.push([next.seq, next.hist])
    outbox.delivered(next)
  }
  return taken
}

describe('outbox', () => {
  it('gives live messages first, then what was stored, oldest first', () => {
    const outbox = createOutbox(10)
    ;[1, 2].map(message).forEach(outbox.push)
    outbox.store()
    outbox.push(message(3))
    expect(takeAll(outbox)).toEqual([
      [3, false],
      [1, true],
      [2, true],
    ])
    expect(outbox.waiting).toBe(0)
  })

  it('keeps what came back without a PUBACK in its place', () => {
    const outbox = createOutbox(10)
    ;[1, 2, 3].map(message).forEach(outbox.push)
    const first = outbox.take()
    const second = outbox.take()
    if (!first || !second) throw new Error('nothing to take')
    outbox.store()
    outbox.returned(second)
    outbox.returned(first)
    expect(takeAll(outbox).map(([seq]) => seq)).toEqual([1, 2, 3])
  })

  it('forgets the oldest when its memory is full, and counts them', () => {
    const outbox = createOutbox(3)
    ;[1, 2, 3, 4, 5].map(message).forEach(outbox.push)
    outbox.store()
    expect([outbox.stored, outbox.lost]).toEqual([3, 2])
    expect(takeAll(outbox).map(([seq]) => seq)).toEqual([3, 4, 5])
  })
})
