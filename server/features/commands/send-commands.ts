import { normaliseSerial } from '#domain/devices/fields.ts'
import { commandRequest, type CommandRequest } from '#contract/mqtt/command.ts'
import type { Context } from '../../context.ts'
import { lockNextQueued, type QueuedCommand, targetsOf } from './command-store.ts'
import { moveOn } from './outbox.ts'

type SendContext = Pick<Context, 'db' | 'devices' | 'log' | 'changeEvents'>

/** What goes over the wire. A command that concerns the gateway alone names no targets. */
/** @throws ZodError for stored arguments that are none of the wire */
const messageOf = (
  command: QueuedCommand,
  targets: readonly { device_id: string; sn: string }[],
): CommandRequest =>
  commandRequest.parse({
    v: 1,
    id: command.id,
    op: command.op,
    targets: targets
      .filter((target) => target.device_id !== command.gateway_id)
      .map((target) => normaliseSerial(target.sn)),
    args: command.args,
    exp: command.expires_at,
  })

/**
 * Publishes the next queued command. Publishing and noting it are one transaction: a server killed between the two
 * leaves the command queued, the next one publishes it again under the same id, and the gateway answers a repeated
 * id with the stored result without doing it twice. Gives the gateway's id when it did not take it, null when
 * nothing was waiting.
 */
const sendNext = async (
  { db, devices, log, changeEvents }: SendContext,
  now: number,
  passOver: readonly string[],
): Promise<{ gatewayId: string; sent: boolean } | null> => {
  const found = await db.transaction().execute(async (trx) => {
    const command = await lockNextQueued(trx, now, passOver)
    if (!command) return null
    const targets = await targetsOf(trx, [command.id])
    const { gateway_id: gatewayId, gateway_sn: gateway, station_id: stationId } = command
    try {
      const delivery = await devices.sendCommand(gateway, messageOf(command, targets))
      if (delivery !== 'sent') return { gatewayId, stationId, sent: false }
    } catch (error) {
      log.warn({ err: error, gateway, command: command.id }, 'a command could not be published')
      return { gatewayId, stationId, sent: false }
    }
    await moveOn(trx, command, 'sent', now)
    return { gatewayId, stationId, sent: true }
  })
  if (found?.sent === true)
    changeEvents.tell({ type: 'changed', stationId: found.stationId, what: 'commands' })
  return found
}

/**
 * Publishes what is queued for connected gateways, each command once. Any number of servers may do so at the same
 * time. What a gateway does not take stays queued for the next round. Gives how many went out.
 */
export const sendQueued = async (
  context: SendContext,
  now: number,
  stopping?: AbortSignal,
): Promise<number> => {
  const passOver: string[] = []
  let sent = 0
  for (;;) {
    const one = stopping?.aborted === true ? null : await sendNext(context, now, passOver)
    if (one === null) return sent
    if (one.sent) sent += 1
    else passOver.push(one.gatewayId)
  }
}

/** Sends soon after it is told to; being told while it sends costs one more round, not many. */
export const createSender = (context: SendContext & Pick<Context, 'clock'>) => {
  let again = false
  let running: Promise<void> | null = null
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    try {
      do {
        again = false
        await sendQueued(context, context.clock(), stopping.signal)
      } while (again && !stopping.signal.aborted)
    } catch (error) {
      // The job's next turn tries again.
      context.log.warn({ err: error }, 'queued commands could not be sent')
    } finally {
      running = null
    }
  }
  return {
    wake: (): void => {
      again = true
      if (!stopping.signal.aborted) running ??= run()
    },
    close: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}
