import { describe, expect, it } from 'vitest'
import { testFolder } from '../database.ts'
import { type KillFigures, killLoop, type Victims } from './kill.ts'

const ROUNDS = 2

/** Two rounds each; `npm run prove` runs twenty. */
const loop = async (victims: Victims) => killLoop(victims, ROUNDS, await testFolder())

/** What must be so after any of them. */
const sound = (figures: KillFigures) => ({
  missing: 0,
  doubled: 0,
  orphans: 0,
  acknowledged: figures.messages,
  stored: figures.messages,
  energyWh: figures.growthWh,
})

describe('kill -9 while gateways report', () => {
  it('L1: of the database: it comes back by itself, no acknowledged reading is lost and none is doubled', async () => {
    const figures = await loop('database')
    expect(figures).toMatchObject(sound(figures))
    expect(figures.messages).toBeGreaterThan(200)
  })

  it('L2: of the server: the next one is ready without help, no acknowledged reading is lost and none is doubled', async () => {
    const figures = await loop('server')
    expect(figures).toMatchObject(sound(figures))
    expect(figures.messages).toBeGreaterThan(200)
  })

  it('L1: of both at once: no acknowledged reading is lost and none is doubled', async () => {
    const figures = await loop('both')
    expect(figures).toMatchObject(sound(figures))
    expect(figures.messages).toBeGreaterThan(200)
  })
})
