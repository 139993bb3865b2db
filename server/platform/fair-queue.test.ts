import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { Refusal } from './refusal.ts'

const stays = new AbortController().signal
const still = () => 0
/** Work of `company/account` that ends when it is told to; a name without a slash is an account without a company. */
const begin = (queue: FairQueue, who: string, gone: AbortSignal = stays) => {
  const [first = '', second] = who.split('/')
  const asking =
    second === undefined ? { accountId: first, companyId: null } : { accountId: second, companyId: first }
  let end: ((failure?: Error) => void) | null = null
  let began = false
  let hadMuch = false
  const done = queue
    .take(asking, gone, (much) => {
      began = true
      hadMuch = much
      return new Promise<string>((resolve, reject) => {
        end = (failure) => (failure ? reject(failure) : resolve(`done by ${who}`))
      })
    })
    .catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)))
  let ended = false
  const finish = (failure?: Error): void => {
    ended = true
    end?.(failure)
  }
  return { who, done, end: finish, began: () => began, ended: () => ended, hadMuch: () => hadMuch }
}
type Work = ReturnType<typeof begin>
const begun = (of: readonly Work[]): number => of.filter((one) => one.began()).length
/** Everything that can go on without anybody ending anything has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Ends whatever is at work until nothing is left; who began, in that order. */
const order = async (all: readonly Work[]): Promise<string[]> => {
  const seen: Work[] = []
  for (;;) {
    await settled()
    const next = all.find((one) => one.began() && !seen.includes(one))
    if (next === undefined) return seen.map(({ who }) => who)
    seen.push(next)
    next.end()
  }
}

describe('a fair queue', () => {
  it('T1: gives the next place to the company served longest ago, within it to the account, within that to the oldest', async () => {
    const queue = createFairQueue({ clock: still, places: 1, lineOfAccount: 9, lineOfCompany: 20 })
    const asked = ['a/1', 'a/1', 'a/1', 'a/1', 'a/2', 'a/2', 'b/3', 'b/3', 'lone', 'c/4']
    expect(await order(asked.map((who) => begin(queue, who)))).toEqual([
      'a/1',
      'b/3',
      'lone',
      'c/4',
      'a/2',
      'b/3',
      'a/1',
      'a/2',
      'a/1',
      'a/1',
    ])
    expect([queue.working(), queue.waiting()]).toEqual([0, 0])
  })

  it('does not put a company first again that leaves and comes back at once', async () => {
    const queue = createFairQueue({ clock: still, places: 1, lineOfAccount: 9 })
    const all = [
      begin(queue, 'a/1'),
      begin(queue, 'b/2'),
      begin(queue, 'b/2'),
      begin(queue, 'c/3'),
      begin(queue, 'c/3'),
    ]
    const began: string[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      await settled()
      const one = all.find((other) => other.began() && !began.includes(`${all.indexOf(other)} ${other.who}`))
      if (one === undefined) break
      began.push(`${all.indexOf(one)} ${one.who}`)
      one.end()
      await one.done
      if (one.who === 'a/1') all.push(begin(queue, 'a/1'))
    }
    expect(began.map((one) => one.split(' ')[1])).toEqual(['a/1', 'b/2', 'c/3', 'a/1', 'b/2', 'c/3'])
    await order(all)
  })

  it('leaves a place to others: of a company one is at work, of an account one', async () => {
    const queue = createFairQueue({ clock: still })
    const all = ['a/1', 'a/2', 'b/3', 'b/3', 'c/4'].map((who) => begin(queue, who))
    await settled()
    expect(all.map((one) => one.began())).toEqual([true, false, true, false, false])
    expect([queue.working(), queue.waiting()]).toEqual([2, 3])
    all[0]?.end()
    await settled()
    expect(all.map((one) => one.began())).toEqual([true, false, true, false, true])
    await order(all)
    const wide = createFairQueue({ clock: still, places: 3, placesOfCompany: 2 })
    const more = ['a/1', 'a/1', 'a/2', 'a/3'].map((who) => begin(wide, who))
    await settled()
    expect(more.map((one) => one.began())).toEqual([true, false, true, false])
    await order(more)
  })

  it('T1: puts whoever has had much apart, at half as many places, and at fewer where others want some', async () => {
    let now = 0
    const queue = createFairQueue({
      places: 4,
      placesApart: 2,
      placesOfCompany: 3,
      placesOfAccount: 3,
      clock: () => now,
    })
    const many = Array.from({ length: 9 }, (_, no) => begin(queue, `a/${no}`))
    await settled()
    expect(begun(many)).toBe(3)
    now += 6_000
    many[0]?.end()
    await settled()
    // Six seconds are much, and two are still at work: two may be.
    expect([begun(many), queue.working()]).toEqual([3, 2])
    for (const one of many.slice(1, 3)) one.end()
    await settled()
    expect([begun(many), queue.working()]).toEqual([5, 2])
    expect(many.slice(0, 5).map((one) => one.hadMuch())).toEqual([false, false, false, true, true])
    // None of the places of whoever has had little is taken by what is at work apart.
    const few = ['b/7', 'b/7', 'b/7', 'b/7', 'c/8'].map((who) => begin(queue, who))
    await settled()
    expect(few.map((one) => [one.began(), one.hadMuch()])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, false],
      [true, false],
    ])
    // Of two at work apart one ends, and is not followed by another one.
    many[3]?.end()
    await settled()
    expect([begun(many), queue.working()]).toEqual([5, 5])
    many[4]?.end()
    await settled()
    expect([begun(many), queue.working()]).toEqual([6, 5])
    await order([...few, ...many])
    // What somebody had is forgotten after a while.
    now += 60_000
    const later = Array.from({ length: 4 }, (_, no) => begin(queue, `a/${no}`))
    await settled()
    expect(begun(later)).toBe(3)
    await order(later)
  })

  describe('beside one who asks for as much as they may', () => {
    const limits = { places: 4, placesApart: 2, placesOfCompany: 3, placesOfAccount: 3 }
    const wide = { lineOfAccount: 99, lineOfCompany: 99, line: 99 }
    const asking = { on: true }
    beforeEach(() => {
      asking.on = true
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    })
    afterEach(async () => {
      asking.on = false
      await vi.advanceTimersByTimeAsync(60_000)
      vi.useRealTimers()
    })

    type Seen = { begun: number; apart: number }
    const ask = (queue: FairQueue, companyId: string, tookMs: number, seen: Seen): Promise<unknown> =>
      queue.take({ accountId: `of ${companyId}`, companyId }, stays, async (isApart) => {
        seen.begun += 1
        if (isApart) seen.apart += 1
        await new Promise((resolve) => setTimeout(resolve, tookMs))
      })
    /** So many wishes of one company at once that take so long, each followed by the next one. */
    const askOn = (queue: FairQueue, companyId: string, atOnce: number, tookMs: number): Seen => {
      const seen = { begun: 0, apart: 0 }
      const goOn = async (): Promise<void> => {
        while (asking.on) await ask(queue, companyId, tookMs, seen)
      }
      for (let n = 0; n < atOnce; n += 1) void goOn()
      return seen
    }
    const begunIn = async (seen: Seen, ms: number): Promise<number> => {
      const before = seen.begun
      await vi.advanceTimersByTimeAsync(ms)
      return seen.begun - before
    }

    it('T1: whoever looks now and then waits for nobody else and is never apart, and nothing of the other one begins meanwhile', async () => {
      const queue = createFairQueue({ ...limits, ...wide })
      const loud = askOn(queue, 'a', 40, 100)
      await vi.advanceTimersByTimeAsync(5_000)
      const looks = { begun: 0, apart: 0 }
      const seen = { late: 0, begunOfTheOther: 0, atWorkBefore: 0 }
      for (let turn = 0; turn < 60; turn += 1) {
        // At any place in what the other one does.
        await vi.advanceTimersByTimeAsync(300 + ((turn * 37) % 100))
        // Whoever was served a while ago counts still: one at a time is at work, not two.
        if (turn > 0) seen.atWorkBefore = Math.max(seen.atWorkBefore, queue.working())
        let ended = 0
        for (let n = 0; n < 3; n += 1) void ask(queue, 'b', 60, looks).then(() => (ended += 1))
        seen.begunOfTheOther += await begunIn(loud, 59)
        await vi.advanceTimersByTimeAsync(1)
        if (ended < 3) seen.late += 1
      }
      expect([looks, seen]).toEqual([
        { begun: 180, apart: 0 },
        { late: 0, begunOfTheOther: 0, atWorkBefore: 1 },
      ])
    })

    it('T1: the other one has two at a time while nobody else wants anything, and rests where somebody does, but not for ever', async () => {
      const queue = createFairQueue({ ...limits, ...wide })
      const loud = askOn(queue, 'a', 40, 100)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await begunIn(loud, 10_000)).toBe(200)
      askOn(queue, 'b', 1, 50)
      const seconds: number[] = []
      for (let second = 0; second < 30; second += 1) seconds.push(await begunIn(loud, 1_000))
      // Between two wishes of somebody's page it rests as well, and the more it has had the longer: then it has had less.
      const [first, last] = [seconds.slice(0, 10), seconds.slice(-10)]
      expect(Math.max(...first)).toBeLessThanOrEqual(7)
      expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2)
      expect(Math.min(...last)).toBeGreaterThan(Math.max(...first))
    })

    it('T1: of two who ask for as much neither is served at the cost of the other one, and both leave somebody else alone', async () => {
      const queue = createFairQueue({ ...limits, ...wide })
      const both = [askOn(queue, 'a', 40, 100), askOn(queue, 'b', 40, 100)]
      await vi.advanceTimersByTimeAsync(30_000)
      const before = both.map(({ begun }) => begun)
      await vi.advanceTimersByTimeAsync(10_000)
      const had = both.map(({ begun }, at) => begun - (before[at] ?? 0))
      expect(Math.min(...had) / Math.max(...had)).toBeGreaterThan(0.8)
      const third = { begun: 0, apart: 0 }
      const [one, other] = both.map(({ begun }) => begun)
      for (let n = 0; n < 3; n += 1) void ask(queue, 'c', 60, third)
      await vi.advanceTimersByTimeAsync(59)
      expect([third, both.map(({ begun }) => begun)]).toEqual([{ begun: 3, apart: 0 }, [one, other]])
    })
  })

  it('T1: counts what each has had, and not how often', async () => {
    let now = 0
    const queue = createFairQueue({ places: 1, lineOfAccount: 9, clock: () => now })
    const all = ['a/1', 'b/2', 'a/1', 'b/2', 'b/2', 'b/2'].map((who) => begin(queue, who))
    const seen: string[] = []
    while (seen.length < all.length) {
      await settled()
      const next = all.find((one) => one.began() && !one.ended())
      now += next?.who === 'a/1' ? 300 : 100
      seen.push(next?.who ?? 'nobody')
      next?.end()
      await next?.done
    }
    expect(seen).toEqual(['a/1', 'b/2', 'b/2', 'b/2', 'a/1', 'b/2'])
  })

  it.each([
    ['an account', { lineOfAccount: 1 }, 'a/1', 'a/2'],
    ['a company', { lineOfCompany: 1 }, 'a/2', 'b/3'],
    ['everybody', { line: 1 }, 'b/3', null],
  ] as const)(
    'T1: refuses more than may wait of %s, and says when to come again',
    async (_, limits, refused, taken) => {
      const queue = createFairQueue({ clock: still, places: 1, ...limits })
      const all = [begin(queue, 'a/1'), begin(queue, 'a/1')]
      const [accountId = '', companyId = ''] = refused.split('/').toReversed()
      await expect(queue.take({ accountId, companyId }, stays, async () => 1)).rejects.toMatchObject({
        code: 'busy',
        detail: { retryAfterS: 5 },
      })
      expect([queue.working(), queue.waiting()]).toEqual([1, 1])
      if (taken !== null) all.push(begin(queue, taken))
      expect(queue.waiting()).toBe(taken === null ? 1 : 2)
      expect((await order(all)).length).toBe(all.length)
    },
  )

  it('says what it was told to say when enough waits', async () => {
    const queue = createFairQueue({ clock: still, line: 0, full: 'too_many' })
    await expect(queue.take({ accountId: '1', companyId: 'a' }, stays, async () => 1)).rejects.toMatchObject({
      code: 'too_many',
    })
  })

  it('T1: gives up whoever leaves while waiting, and never begins their work', async () => {
    const queue = createFairQueue({ clock: still, places: 1 })
    const first = begin(queue, 'a/1')
    const leaving = new AbortController()
    const left = begin(queue, 'b/2', leaving.signal)
    const next = begin(queue, 'c/3')
    await settled()
    leaving.abort()
    expect(await left.done).toBe('unavailable')
    expect(queue.waiting()).toBe(1)
    first.end()
    await settled()
    expect([left.began(), next.began()]).toEqual([false, true])
    next.end()
    await next.done
  })

  it('does not even let wait whoever has left before', async () => {
    const queue = createFairQueue({ clock: still, places: 1 })
    const first = begin(queue, 'a/1')
    const left = begin(queue, 'b/2', AbortSignal.abort())
    expect([await left.done, left.began(), queue.waiting()]).toEqual(['unavailable', false, 0])
    first.end()
    await first.done
  })

  it('passes the place on when the work fails', async () => {
    const queue = createFairQueue({ clock: still, places: 1 })
    const [first, next] = [begin(queue, 'a/1'), begin(queue, 'b/2')]
    await settled()
    first.end(new Error('broken'))
    expect(await first.done).toBe('Error: broken')
    await settled()
    next.end()
    expect([await next.done, queue.working()]).toEqual(['done by b/2', 0])
  })
})
