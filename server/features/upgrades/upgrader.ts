import type { Context } from '../../context.ts'
import { advanceUpgrades } from './advance-upgrades.ts'

/** Lets upgrades go on as soon as something has happened to their gateway; the job's turn finds the rest. */
export const createUpgrader = (
  context: Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log' | 'clock'>,
): { close: () => Promise<void> } => {
  const due = new Map<string, boolean>()
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    for (const [gateway, cameUp] of due) {
      due.delete(gateway)
      if (stopping.signal.aborted) break
      await advanceUpgrades(context, context.clock(), { gateway, cameUp }, stopping.signal).catch(
        (error: unknown) => context.log.warn({ err: error, gateway }, 'an upgrade could not go on'),
      )
    }
    running = null
  }
  const stopListening = context.firmware.due.listen(({ gateway, cameUp }) => {
    due.set(gateway, cameUp || due.get(gateway) === true)
    if (!stopping.signal.aborted) running ??= run()
  })
  return {
    close: async () => {
      stopListening()
      stopping.abort()
      await running
    },
  }
}
