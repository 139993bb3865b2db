import { describe, expect, it } from 'vitest'
import { AckWindow } from './ack-window.ts'

describe('messages stored side by side', () => {
  it('are acknowledged in the order they came, whichever was stored first', () => {
    const window = new AckWindow()
    const left: number[] = []
    const stored = [1, 2, 3, 4].map((n) => window.take(10, () => left.push(n)))
    stored[2]?.()
    stored[1]?.()
    expect(left).toEqual([])
    stored[0]?.()
    expect(left).toEqual([1, 2, 3])
    expect(window.size).toBe(1)
  })

  it.each([
    ['messages', { messages: 2, bytes: 1000 }],
    ['bytes', { messages: 100, bytes: 20 }],
  ])('are held back when there are too many %s, and go on when there is room', async (_, limits) => {
    const window = new AckWindow(limits)
    let room = 0
    const first = window.take(10, () => undefined)
    window.whenRoom(() => (room += 1))
    expect(room).toBe(1)
    const second = window.take(10, () => undefined)
    window.whenRoom(() => (room += 1))
    second()
    expect(room).toBe(1)
    let settled = false
    const waiting = window.settled().then(() => (settled = true))
    first()
    expect(room).toBe(2)
    await waiting
    expect(settled).toBe(true)
    await window.settled()
  })
})
