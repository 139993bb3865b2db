import type { Feature } from '../../feature.ts'
import { advanceUpgrades } from './advance-upgrades.ts'
import { endStalled } from './end-stalled.ts'
import { upgradeHandlers } from './upgrade-routes.ts'

export const upgradesFeature = {
  name: 'upgrades',
  handlers: upgradeHandlers,
  tables: [
    'device_firmware',
    'firmware_image',
    'firmware_package',
    'upgrade',
    'upgrade_event',
    'upgrade_job',
    'upgrade_node',
    'upgrade_task',
  ],
  gatewayJobs: (context) => [
    {
      name: 'upgrades',
      everyMs: 2_000,
      run: async (now, stopping) => {
        await endStalled(context, now)
        await advanceUpgrades(context, now, undefined, stopping)
      },
    },
  ],
} as const satisfies Feature
