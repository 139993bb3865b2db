import { describe, expect, it } from 'vitest'
import type { FiguresNews } from './news.ts'
import { createWhoLooks, FORGET_MS, KEEP_MS } from './who-looks.ts'

const news: FiguresNews[] = [
  ['f', 'a'],
  ['d', 'a', 'a1'],
  ['d', 'b', 'b1'],
]
const follows = (...stations: string[]) => ({ streams: true, stations: new Set(stations) })
const nothing = { streams: false, stations: new Set<string>() }

describe('news of figures between servers', () => {
  it('are of use to nobody where nobody looks', () => {
    const who = createWhoLooks()
    expect(who.wanted(news, 0)).toEqual([])
    who.heard('two', nothing, 0)
    expect(who.wanted(news, 0)).toEqual([])
  })

  it('name single devices only of stations that are followed', () => {
    const who = createWhoLooks()
    who.heard('two', follows('b'), 0)
    expect(who.wanted(news, 0)).toEqual([
      ['f', 'a'],
      ['f', 'a'],
      ['d', 'b', 'b1'],
    ])
    who.heard('three', { streams: true, stations: null }, 0)
    expect(who.wanted(news, 0)).toEqual(news)
  })

  it('that were kept back come to who begins to look soon after, each once', () => {
    const who = createWhoLooks()
    who.wanted(news, 0)
    expect(who.heard('two', follows('b'), 100)).toEqual([
      ['f', 'a'],
      ['f', 'a'],
      ['d', 'b', 'b1'],
    ])
    // Only what is new of it: that the figures of the station moved has been said.
    expect(who.heard('two', follows('a', 'b'), 200)).toEqual([['d', 'a', 'a1']])
    expect(who.heard('two', follows('a', 'b'), 300)).toEqual([])
    const late = createWhoLooks()
    late.wanted(news, 0)
    expect(late.heard('two', follows('b'), KEEP_MS + 1)).toEqual([])
  })

  it('are not sent for a server that has gone, or said nothing for three beats', () => {
    const who = createWhoLooks()
    who.heard('two', follows('a'), 0)
    who.left('two')
    expect(who.wanted(news, 0)).toEqual([])
    who.heard('two', follows('a'), 0)
    expect(who.wanted(news, FORGET_MS)).toHaveLength(3)
    expect(who.wanted(news, FORGET_MS + 1)).toEqual([])
  })
})
