import { setTimeout as pause } from 'node:timers/promises'
import { tailOf } from '#domain/commands/control-limits.ts'
import { becomeCustomer, firstAdministrator } from './customer.ts'
import { type ObeyingGateway, startObeyingGateway } from './obeying-gateway.ts'
import { startVictim, until } from './victim.ts'

export type CommandKillFigures = {
  rounds: number
  /** Commands in the ledger afterwards, and those of them whose state is verified. */
  commands: number
  verified: number
  /** Calls that were answered with a command, and how many of these are not in the ledger. */
  answered: number
  lost: number
  /** Times that the gateway did something, and that it was told to. */
  effects: number
  told: number
  /** Commands that had an effect other than once. */
  wrong: number
}

const PATIENCE_MS = 300_000
const GATEWAYS = 5

/**
 * Kills the server with signal 9 at a random moment after commands were asked for: before they are saved, after, while
 * they are published, before that is noted, while they are answered. Whoever started it starts it again.
 */
export const commandKillLoop = async (
  rounds: number,
  dataDir: string,
  /** `scan`: proven by its answer. `restart`: by a reading that the server asks for, which the kill may hit too. */
  act: 'scan' | 'restart' = 'scan',
): Promise<CommandKillFigures> => {
  const victim = await startVictim(dataDir)
  const gateways: ObeyingGateway[] = []
  try {
    const customer = await becomeCustomer(() => victim.said().url, victim.said().setupCode ?? '')
    const site = { name: 'Under-orders', timeZone: 'America/Los_Angeles', latitude: 34, longitude: 118 }
    const stationId = await customer.createStation({ ...site, reportMin: 5 })
    for (let n = 1; n <= GATEWAYS; n += 1) {
      const { user, secret } = await customer.addGateway(stationId, `GWORDER00000${n}`)
      gateways.push(startObeyingGateway(() => `mqtt://127.0.0.1:${victim.said().mqttPort}`, user, secret))
    }
    const gatewaysNow = async () =>
      (
        await customer.ask(
          'GET /api/stations/{stationId}/commissioning',
          `/api/stations/${stationId}/commissioning`,
        )
      ).gateways
    const connected = async () => {
      await pause(100)
      return (await gatewaysNow()).every(({ checks }) =>
        checks.some((one) => one.key === 'connected' && one.state === 'done'),
      )
    }
    const ledger = async () =>
      (
        await customer.ask(
          'GET /api/stations/{stationId}/commands',
          `/api/stations/${stationId}/commands?limit=100`,
        )
      ).commands
    await until('gateways are connected', PATIENCE_MS, connected)
    const answered: string[] = []
    const give = async (id: string, sn: string): Promise<string> => {
      if (act === 'scan') {
        const path = `/api/gateways/${id}/scan`
        return (await customer.ask('POST /api/gateways/{gatewayId}/scan', path, {})).command.id
      }
      const { control } = await customer.ask(
        'POST /api/stations/{stationId}/control',
        `/api/stations/${stationId}/control`,
        { act: { op: 'restart' }, deviceIds: [id], tail: tailOf(sn) },
      )
      return control.commands[0]?.id ?? ''
    }
    for (let round = 1; round <= rounds; round += 1) {
      const targets = await gatewaysNow()
      const { password } = firstAdministrator
      await customer.ask('POST /api/session/confirm', '/api/session/confirm', { password })
      const asked = targets.map(async ({ id, sn }) => void answered.push(await give(id, sn)))
      const calls = Promise.allSettled(asked)
      // A slow machine has saved nothing by then; the last kill waits for one.
      await (round === rounds ? Promise.any(asked) : pause(Math.random() * (act === 'scan' ? 300 : 600)))
      await victim.killServer()
      await calls
      await victim.start()
      await until('ready again', PATIENCE_MS, () => victim.ready())
      await until('gateways are back', PATIENCE_MS, connected)
      await until('every command has ended', PATIENCE_MS, async () => {
        await pause(200)
        return (await ledger()).every(({ endedAt }) => endedAt !== null)
      })
    }
    const commands = await ledger()
    const known = new Set(commands.map(({ id }) => id))
    const sum = (of: 'effects' | 'told') =>
      gateways.reduce((all, one) => all + one[of].values().reduce((a, b) => a + b, 0), 0)
    return {
      rounds,
      commands: commands.length,
      verified: commands.filter(({ state }) => state === 'verified').length,
      answered: answered.length,
      lost: answered.filter((id) => !known.has(id)).length,
      effects: sum('effects'),
      told: sum('told'),
      wrong: commands.filter(({ id }) => gateways.filter(({ effects }) => effects.has(id)).length !== 1)
        .length,
    }
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    await victim.stop()
  }
}
