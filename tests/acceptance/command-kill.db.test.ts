import { describe, expect, it } from 'vitest'
import { testFolder } from '../database.ts'
import { commandKillLoop } from './command-kill.ts'

describe('kill -9 while commands are given', () => {
  it('C8: a server killed between save and publish sends each command after its restart, and none acts twice', async () => {
    const figures = await commandKillLoop(4, await testFolder())
    expect(figures).toMatchObject({ lost: 0, wrong: 0, effects: figures.commands })
    // The stored answer of a repeated id settles what was done before the kill.
    expect(figures.verified).toBe(figures.commands)
    expect(figures.commands).toBeGreaterThanOrEqual(Math.max(1, figures.answered))
    expect(figures.told).toBeGreaterThanOrEqual(figures.commands)
  })

  it('C8: what a reading proves is asked for once and proven once, wherever the kill hits', async () => {
    const figures = await commandKillLoop(3, await testFolder(), 'restart')
    expect(figures).toMatchObject({ lost: 0, wrong: 0, effects: figures.commands })
    expect(figures.verified).toBe(figures.commands)
    expect(figures.commands).toBeGreaterThanOrEqual(Math.max(1, figures.answered))
    expect(figures.told).toBeGreaterThanOrEqual(figures.commands)
  })
})
