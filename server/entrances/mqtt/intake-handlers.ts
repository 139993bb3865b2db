import { hearAlarm } from '../../features/alarms/hear-alarm.ts'
import { hearLimitEnded } from '../../features/commands/keep-limits.ts'
import { applyAnswer } from '../../features/commands/apply-answer.ts'
import { applyBirth } from '../../features/devices/apply-birth.ts'
import { applyConfigAck } from '../../features/devices/apply-config-ack.ts'
import { applyInventory } from '../../features/devices/apply-inventory.ts'
import { applyWill } from '../../features/devices/apply-will.ts'
import { hearEdgeAck, hearEdgeBirth, hearLinks } from '../../features/edges/hear-edge.ts'
import { hearProgress, keepResult } from '../../features/edges/hear-search.ts'
import type { Context } from '../../context.ts'
import type { ReadingIntake } from '../../features/telemetry/reading-intake.ts'
import { applyProgress } from '../../features/upgrades/apply-progress.ts'
import { confirmVersions, noteLink } from '../../features/upgrades/confirm-versions.ts'
import { serveChunks } from '../../features/upgrades/serve-chunks.ts'
import { type IntakeHandlers, MessageRefused } from './intake.ts'

/** Which feature takes which message. */
export const intakeHandlers = (context: Context, readings: ReadingIntake): IntakeHandlers => {
  /** A gateway that comes up is told what is wanted of it; failing to tell it does not undo its birth. */
  const sendSettings = async (gateway: string): Promise<void> => {
    try {
      await context.devices.sendConfig(gateway)
    } catch (error) {
      context.log.warn({ err: error, gateway }, 'settings could not be sent')
    }
  }

  /** null in the moment before the entrance is open to all, when its address is not settled. */
  const reportServer = (): string | null => {
    try {
      const { host, port } = context.mqtt.address()
      return `${host.includes(':') ? `[${host}]` : host}:${port}`
    } catch {
      return null
    }
  }

  return {
    onStatus: async (status, { gateway, arrivedAt }) => {
      if (status.state === 'offline') {
        if (await applyWill(context, gateway, status, arrivedAt))
          await noteLink(context, gateway, false, arrivedAt)
      } else if (await applyBirth(context, gateway, status, arrivedAt, reportServer())) {
        await hearEdgeBirth(context, gateway, status.edge, arrivedAt)
        await sendSettings(gateway)
        // What waited for it goes out now.
        context.commands.queued.tell(gateway)
        await noteLink(context, gateway, true, arrivedAt)
        await confirmVersions(context, gateway, arrivedAt)
        context.firmware.due.tell({ gateway, cameUp: true })
      }
    },
    onInventory: async (inventory, { gateway, arrivedAt }) => {
      await applyInventory(context, gateway, inventory, arrivedAt)
      await confirmVersions(context, gateway, arrivedAt)
      context.firmware.due.tell({ gateway, cameUp: false })
    },
    onTelemetry: (message, { gateway, arrivedAt }) => readings.put(gateway, message, arrivedAt),
    onConfigAck: async (ack, { gateway }) => {
      await applyConfigAck(context, gateway, ack)
      await hearEdgeAck(context, gateway, ack)
    },
    onAlarm: async (event, { gateway, arrivedAt }) => {
      const outcome = await hearAlarm(context, gateway, event, arrivedAt)
      if (outcome === 'foreign') throw new MessageRefused('an alarm of a device that is not behind it')
    },
    onLinks: (links, { gateway, arrivedAt }) => hearLinks(context, gateway, links, arrivedAt),
    onCommandResult: async (answer, { gateway, arrivedAt }) => {
      if (answer.stage === 'ended') {
        if (!(await hearLimitEnded(context, gateway, answer, arrivedAt)))
          context.log.info({ gateway, command: answer.id }, 'the end of a limit that is none in force')
        return
      }
      if (answer.stage === 'done') await keepResult(context, gateway, answer, arrivedAt)
      const outcome =
        answer.stage === 'progress'
          ? await hearProgress(context, gateway, answer, arrivedAt)
          : await applyAnswer(context, gateway, answer, arrivedAt)
      if (outcome === 'unknown') throw new MessageRefused(`no command ${answer.id} was sent to it`)
      if (outcome === 'foreign') throw new MessageRefused(`command ${answer.id} is another gateway’s`)
      if (outcome === 'late' || outcome === 'over')
        context.log.info(
          { gateway, command: answer.id, stage: answer.stage },
          'an answer that changes nothing',
        )
    },
    onFirmware: async ({ channel, message }, { gateway, arrivedAt }) => {
      const outcome =
        channel === 'ota/get'
          ? await serveChunks(context, gateway, message, arrivedAt)
          : await applyProgress(context, gateway, message, arrivedAt)
      if (outcome === 'unknown') throw new MessageRefused(`no firmware job ${message.job} was offered to it`)
      if (outcome === 'foreign') throw new MessageRefused(`firmware job ${message.job} is another gateway’s`)
      if (outcome === 'applied') context.firmware.due.tell({ gateway, cameUp: false })
    },
  }
}
