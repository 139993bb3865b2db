import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './when-quiet.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  // This phone never has anything better to do.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets time pass in which somebody scrolls all the while. */
const scroll = async (ms: number): Promise<void> => {
  for (let past = 0; past < ms; past += 100) {
    dispatchEvent(new Event('scroll'))
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('work begins a second later on a page that nobody touches', async () => {
  const work = vi.fn<() => void>()
  whenQuiet(work)
  await vi.advanceTimersByTimeAsync(900)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(400)
  expect(work).toHaveBeenCalledOnce()
})

test('work waits for whoever scrolls, for as long as it may', async () => {
  const [bound, patient] = [vi.fn<() => void>(), vi.fn<() => void>()]
  whenQuiet(bound)
  whenQuiet(patient, Infinity)
  await scroll(3_000)
  expect(bound).not.toHaveBeenCalled()
  await scroll(2_500)
  expect(bound).toHaveBeenCalledOnce()
  await scroll(10_000)
  expect(patient).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(patient).toHaveBeenCalledOnce()
})
