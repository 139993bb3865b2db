import type { Feature } from '../../feature.ts'
import { expireCommands } from './expire-commands.ts'
import { keepLimits } from './keep-limits.ts'
import { sendQueued } from './send-commands.ts'
import { commandHandlers } from './command-routes.ts'
import { controlHandlers } from './control-routes.ts'

export const commandsFeature = {
  name: 'commands',
  handlers: { ...commandHandlers, ...controlHandlers },
  tables: ['command', 'command_target', 'control', 'control_question', 'power_limit'],
  gatewayJobs: (context) => [
    {
      // What is told to go at once goes by itself; this finds what a gateway did not take, and what time has ended.
      name: 'commands',
      everyMs: 1_000,
      run: async (now, stopping) => {
        await expireCommands(context, now)
        await keepLimits(context, now)
        await sendQueued(context, now, stopping)
      },
    },
  ],
} as const satisfies Feature
