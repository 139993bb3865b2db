import { expect, test } from 'vitest'
import { createMakingRoom } from './making-room.ts'

const at = (isAnswering: (now: number) => boolean) => {
  let now = 0
  const work = (ms: number): void => void (now += ms)
  const makeRoom = createMakingRoom(
    { working: () => (isAnswering(now) ? 1 : 0) },
    {
      clock: () => now,
      wait: async (ms) => work(ms),
    },
  )
  /** Works so long, then makes room; how long it waited, ms. */
  return async (ms: number): Promise<number> => {
    work(ms)
    const from = now
    await makeRoom()
    return now - from
  }
}

test('work that nobody waits for waits until an answer is given', async () => {
  const turn = at((now) => now >= 100 && now < 110)
  expect(await turn(50)).toBe(0)
  expect(await turn(50)).toBe(10)
  expect(await turn(50)).toBe(0)
})

test('where answers never end it waits as long as it works, and no longer', async () => {
  const turn = at(() => true)
  expect(await turn(20)).toBe(20)
  expect(await turn(30)).toBe(30)
  expect(await turn(0)).toBe(0)
})

test('what it has not waited before is still its to wait', async () => {
  const turn = at((now) => now >= 100 && now < 1_000)
  expect(await turn(99)).toBe(0)
  expect(await turn(1)).toBe(100)
})
