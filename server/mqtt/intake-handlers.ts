import { hearAlarm } from '../alarms/hear-alarm.ts'
import { applyAnswer } from '../commands/apply-answer.ts'
import { desiredSettings } from '../devices/device-store.ts'
import { applyBirth } from '../devices/apply-birth.ts'
import { applyConfigAck } from '../devices/apply-config-ack.ts'
import { applyInventory } from '../devices/apply-inventory.ts'
import { applyWill } from '../devices/apply-will.ts'
import type { Kitchen } from '../kitchen.ts'
import type { ReadingIntake } from '../telemetry/reading-intake.ts'
import { applyProgress } from '../upgrades/apply-progress.ts'
import { confirmVersions, noteLink } from '../upgrades/confirm-versions.ts'
import { serveChunks } from '../upgrades/serve-chunks.ts'
import { type IntakeHandlers, MessageRefused } from './intake.ts'

/** Which feature takes which message. */
export const intakeHandlers = (kitchen: Kitchen, readings: ReadingIntake): IntakeHandlers => {
  /** A gateway that comes up is told what is wanted of it; failing to tell it does not undo its birth. */
  const sendSettings = async (gateway: string): Promise<void> => {
    try {
      const settings = await desiredSettings(kitchen.db, gateway)
      if (settings !== null) await kitchen.devices.sendConfig(gateway, settings)
    } catch (error) {
      kitchen.log.warn({ err: error, gateway }, 'settings could not be sent')
    }
  }

  /** null in the moment before the door is open to all, when its address is not settled. */
  const reportServer = (): string | null => {
    try {
      const { host, port } = kitchen.mqtt.address()
      return `${host.includes(':') ? `[${host}]` : host}:${port}`
    } catch {
      return null
    }
  }

  return {
    onStatus: async (status, { gateway, arrivedAt }) => {
      if (status.state === 'offline') {
        if (await applyWill(kitchen, gateway, status, arrivedAt))
          await noteLink(kitchen, gateway, false, arrivedAt)
      } else if (await applyBirth(kitchen, gateway, status, arrivedAt, reportServer())) {
        await sendSettings(gateway)
        // What waited for it goes out now.
        kitchen.commands.queued.tell(gateway)
        await noteLink(kitchen, gateway, true, arrivedAt)
        await confirmVersions(kitchen, gateway, arrivedAt)
        kitchen.firmware.due.tell({ gateway, cameUp: true })
      }
    },
    onInventory: async (inventory, { gateway, arrivedAt }) => {
      await applyInventory(kitchen, gateway, inventory, arrivedAt)
      await confirmVersions(kitchen, gateway, arrivedAt)
      kitchen.firmware.due.tell({ gateway, cameUp: false })
    },
    onTelemetry: (message, { gateway, arrivedAt }) => readings.put(gateway, message, arrivedAt),
    onConfigAck: async (ack, { gateway }) => {
      await applyConfigAck(kitchen, gateway, ack)
    },
    onAlarm: async (event, { gateway, arrivedAt }) => {
      const outcome = await hearAlarm(kitchen, gateway, event, arrivedAt)
      if (outcome === 'foreign') throw new MessageRefused('an alarm of a device that is not behind it')
    },
    onCommandResult: async (answer, { gateway, arrivedAt }) => {
      const outcome = await applyAnswer(kitchen, gateway, answer, arrivedAt)
      if (outcome === 'unknown') throw new MessageRefused(`no command ${answer.id} was sent to it`)
      if (outcome === 'foreign') throw new MessageRefused(`command ${answer.id} is another gateway’s`)
      if (outcome === 'late')
        kitchen.log.info(
          { gateway, command: answer.id, stage: answer.stage },
          'an answer that changes nothing',
        )
    },
    onFirmware: async ({ channel, message }, { gateway, arrivedAt }) => {
      const outcome =
        channel === 'ota/get'
          ? await serveChunks(kitchen, gateway, message, arrivedAt)
          : await applyProgress(kitchen, gateway, message, arrivedAt)
      if (outcome === 'unknown') throw new MessageRefused(`no firmware job ${message.job} was offered to it`)
      if (outcome === 'foreign') throw new MessageRefused(`firmware job ${message.job} is another gateway’s`)
      if (outcome === 'applied') kitchen.firmware.due.tell({ gateway, cameUp: false })
    },
  }
}
