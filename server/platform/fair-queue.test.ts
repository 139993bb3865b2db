import { describe, expect, it } from 'vitest'
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

  it('T1: leaves half of the places where somebody has had much, and nearly all where others want some', async () => {
    let now = 0
    const queue = createFairQueue({
      places: 4,
      placesOfCompany: 3,
      placesOfAccount: 3,
      clock: () => now,
    })
    const many = Array.from({ length: 9 }, (_, no) => begin(queue, `a/${no}`))
    await settled()
    expect(begun(many)).toBe(3)
    now += 4_000
    for (const one of many.slice(0, 2)) one.end()
    await settled()
    // Eight seconds of turns are much, and the third is still at work: two may be.
    expect([begun(many), queue.working()]).toEqual([4, 2])
    expect(many.slice(0, 4).map((one) => one.hadMuch())).toEqual([false, false, false, true])
    const few = Array.from({ length: 4 }, () => begin(queue, 'b/9'))
    await settled()
    expect([begun(few), few[0]?.hadMuch()]).toEqual([2, false])
    many[2]?.end()
    many[3]?.end()
    await settled()
    // Who has had little has three of the four, and one is left to the other.
    expect([begun(many), begun(few)]).toEqual([5, 3])
    for (const one of few) {
      one.end()
      await one.done.then(settled)
    }
    expect([begun(many), queue.working()]).toEqual([6, 2])
    // What somebody had is forgotten after a while.
    await order(many)
    now += 60_000
    const later = Array.from({ length: 4 }, (_, no) => begin(queue, `a/${no}`))
    await settled()
    expect(begun(later)).toBe(3)
    await order(later)
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
