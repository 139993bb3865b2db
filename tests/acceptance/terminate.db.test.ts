import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Client } from 'pg'
import { testFolder } from '../database.ts'
import { becomeCustomer } from './customer.ts'
import { startSender } from './sender.ts'
import { postmastersOf, startVictim, until } from './victim.ts'

const ROUNDS = 3
const CALLERS = 8
/** Within what one account may ask in a minute. */
const PAUSE_MS = 400
const PATIENCE_MS = 300_000

it('S4: SIGTERM under load: calls under way are answered whole, unacknowledged messages come again, nothing is left behind', async () => {
  const dataDir = await testFolder()
  const victim = await startVictim(dataDir)
  try {
    const customer = await becomeCustomer(() => victim.said().url, victim.said().setupCode ?? '')
    const stationId = await customer.createStation({
      name: 'Under-load',
      timeZone: 'America/Los_Angeles',
      latitude: 34,
      longitude: 118,
      reportMin: 5,
    })
    const { user, secret } = await customer.addGateway(stationId, 'GWTERM000001')
    const sender = startSender({
      url: () => `mqtt://127.0.0.1:${victim.said().mqttPort}`,
      sn: user,
      secret,
      inverter: 'INVTERM00001',
      fromTs: Date.now() - 23 * 3_600_000,
    })
    const state = { asking: true, whole: 0, unserved: 0, odd: [] as string[] }
    const caller = async (): Promise<void> => {
      while (state.asking) {
        try {
          await customer.ask('GET /api/stations/{stationId}', `/api/stations/${stationId}`)
          state.whole += 1
        } catch (error) {
          // Not taken, or told to come again: what must not be is an answer that breaks off.
          const why = error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error)
          if (/ECONNREFUSED|ECONNRESET|other side closed|503/.test(why)) state.unserved += 1
          else state.odd.push(why)
        }
        await pause(PAUSE_MS)
      }
    }
    const callers = Array.from({ length: CALLERS }, caller)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [before, answered] = [sender.acknowledged.size, state.whole]
      await until(
        'load',
        PATIENCE_MS,
        () => sender.acknowledged.size > before + 50 && state.whole > answered + 20,
      ).catch((error: unknown) => {
        const seen = { round, acknowledged: [before, sender.acknowledged.size], answered, ...state }
        throw new Error(`${String(error)}: ${JSON.stringify(seen).slice(0, 2_000)}`)
      })
      // Ends by itself: `stop` waits for it, and sends nothing harder than SIGTERM.
      const code = await victim.stop()
      expect(code).toBe(0)
      expect(await postmastersOf(dataDir)).toEqual([])
      await victim.start()
    }
    state.asking = false
    await Promise.all(callers)
    await sender.finish()
    expect(state.odd).toEqual([])
    const { messages } = sender.sent()
    const client = new Client({ connectionString: victim.said().databaseUrl })
    await client.connect()
    const { rows } = await client.query('SELECT count(*)::int AS n FROM reading')
    await client.end()
    expect([sender.acknowledged.size, rows[0]]).toEqual([messages, { n: messages }])
  } finally {
    await victim.stop()
  }
})
