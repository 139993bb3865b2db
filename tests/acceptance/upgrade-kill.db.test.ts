import { describe, expect, it } from 'vitest'
import { testFolder } from '../database.ts'
import { upgradeKillLoop } from './upgrade-kill.ts'

describe('kill -9 while firmware is on its way', () => {
  it('C19: a server killed at any moment forgets no upgrade, and every task ends as what the gateway runs', async () => {
    const figures = await upgradeKillLoop(2, await testFolder())
    const { done = 0, ...others } = figures.ended
    expect(others).toEqual({})
    expect(figures).toMatchObject({ forgotten: 0, untrue: 0, installed: done })
    expect(done).toBeGreaterThanOrEqual(Math.max(1, figures.answered))
  })
})
