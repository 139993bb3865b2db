import { describe, expect, it } from 'vitest'
import { planTiles } from './draw-tiles.ts'
import { project } from '#domain/mercator.ts'
import { TileStore } from './tile-store.ts'

const template = 'https://tiles.example/{z}/{x}/{y}.png'
const image = { image: {} as CanvasImageSource, width: 256, height: 256 }

/** A store whose tiles come when the test says so. */
const storeWith = () => {
  const asked: { address: string; come: () => void; fail: () => void }[] = []
  let now = 0
  const store = new TileStore(template, {
    fetch: (address) =>
      new Promise((resolve, reject) => {
        asked.push({ address, come: () => resolve(image), fail: () => reject(new Error('404')) })
      }),
    now: () => now,
    soon: (work) => work(),
  })
  const settle = async (of: 'come' | 'fail', from = 0, to = asked.length): Promise<void> => {
    for (const one of asked.slice(from, to)) one[of]()
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve()
  }
  return { store, asked, settle, pass: (ms: number) => (now += ms) }
}
const row = (count: number, z = 10) => Array.from({ length: count }, (_, x) => ({ z, x, y: 1 }))

describe('the store of tiles', () => {
  it('asks for each tile once, eight at a time, the most wanted first', async () => {
    const { store, asked, settle } = storeWith()
    store.want(row(20))
    store.want(row(20))
    expect(asked.map(({ address }) => address)).toEqual(
      Array.from({ length: 8 }, (_, x) => `https://tiles.example/10/${x}/1.png`),
    )
    await settle('come')
    expect(asked).toHaveLength(16)
    expect(store.get({ z: 10, x: 3, y: 1 })).toBe(image)
    expect(store.get({ z: 10, x: 12, y: 1 })).toBeNull()
  })

  it('what is no longer looked at is not fetched', async () => {
    const { store, asked, settle } = storeWith()
    store.want(row(30, 9))
    store.want(row(2, 12))
    await settle('come')
    expect(asked).toHaveLength(10)
    expect(asked.slice(8).map(({ address }) => address)).toEqual([
      'https://tiles.example/12/0/1.png',
      'https://tiles.example/12/1/1.png',
    ])
  })

  it('what did not come is not asked for again at once, but after a while or when the network is back', async () => {
    const { store, asked, settle, pass } = storeWith()
    const [tile] = row(1)
    if (!tile) throw new Error('no tile')
    store.want([tile])
    await settle('fail')
    expect(store.isMissing(tile)).toBe(true)
    store.want([tile])
    expect(asked).toHaveLength(1)
    pass(60_000)
    store.want([tile])
    expect(asked).toHaveLength(2)
    await settle('fail', 1)
    store.forgive()
    expect(store.isMissing(tile)).toBe(false)
    store.want([tile])
    expect(asked).toHaveLength(3)
  })

  it('holds so many and lets go of what was looked at longest ago, never of what is shown', async () => {
    const { store, asked, settle } = storeWith()
    for (let no = 0; no < 30; no += 1) {
      store.want(row(8, 3 + no))
      await settle('come', asked.length - 8)
    }
    expect(store.get({ z: 3, x: 0, y: 1 })).toBeNull()
    expect(store.get({ z: 32, x: 7, y: 1 })).toBe(image)
    const many = storeWith()
    many.store.want(row(200, 11))
    while (many.asked.length < 200) await many.settle('come')
    await many.settle('come')
    for (const tile of row(200, 11)) many.store.get(tile)
    many.store.want([])
    expect(row(200, 11).filter((tile) => many.store.get(tile) === null)).toEqual([])
  })

  it('tells whoever draws when something came or did not', async () => {
    const { store, settle } = storeWith()
    let told = 0
    const off = store.watch(() => (told += 1))
    const before = store.version()
    store.want(row(1))
    await settle('come')
    expect([told, store.version()]).toEqual([1, before + 1])
    off()
    store.want(row(2))
    await settle('fail')
    expect(told).toBe(1)
  })
})

describe('what is drawn of a view', () => {
  const size = { width: 300, height: 300 }
  const view = { ...project({ latitude: 40, longitude: 20 }), zoom: 12 }

  it('nothing at first, all when it came, a coarser part where it has not', async () => {
    const { store, asked, settle } = storeWith()
    const empty = planTiles(view, size, { maxZoom: 19 }, store)
    expect(empty.drawn).toEqual([])
    expect(empty.bare).toBe(empty.wanted.length)
    store.want(empty.wanted)
    await settle('come')
    const full = planTiles(view, size, { maxZoom: 19 }, store)
    expect([full.bare, full.whole, full.wanted, full.drawn.length]).toEqual([
      0,
      true,
      [],
      empty.wanted.length,
    ])
    // One step nearer: the coarse ones stand in until the fine ones are there.
    const nearer = planTiles({ ...view, zoom: 13 }, size, { maxZoom: 19 }, store)
    expect(nearer.bare).toBe(0)
    expect(nearer.wanted.every(({ z }) => z === 13)).toBe(true)
    expect(nearer.drawn.every(({ part }) => part.side === 0.5)).toBe(true)
    expect(asked.length).toBe(empty.wanted.length)
  })

  it('beyond the poles the ground shows, however many tiles have come', async () => {
    const { store, settle } = storeWith()
    const far = { x: 0.5, y: 0.5, zoom: Math.log2(1.2) }
    store.want(planTiles(far, size, { maxZoom: 19 }, store).wanted)
    await settle('come')
    const plan = planTiles(far, size, { maxZoom: 19 }, store)
    expect([plan.bare, plan.whole]).toEqual([0, true])
    const tall = planTiles(far, { width: 300, height: 500 }, { maxZoom: 19 }, store)
    expect([tall.bare, tall.whole]).toEqual([0, false])
  })

  it('a server that has nothing so near is asked for coarser ones, and not for ever', async () => {
    const { store, asked, settle } = storeWith()
    for (let turn = 0; turn < 12; turn += 1) {
      store.want(planTiles(view, size, { maxZoom: 19 }, store).wanted)
      await settle('fail', 0)
    }
    const levels = new Set(asked.map(({ address }) => Number(address.split('/')[3])))
    expect([...levels]).toEqual([12, 11, 10, 9])
    const plan = planTiles(view, size, { maxZoom: 19 }, store)
    expect([plan.drawn, plan.wanted]).toEqual([[], []])
    expect(plan.bare).toBeGreaterThan(3)
  })
})
