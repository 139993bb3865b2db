import type { Feature } from '../../feature.ts'
import { sweepFiles } from './sweep-files.ts'
import { fileHandlers } from './file-routes.ts'

export const filesFeature = {
  name: 'files',
  handlers: fileHandlers,
  tables: ['file'],
  jobs: (context) => [
    {
      name: 'files',
      everyMs: 3_600_000,
      run: async (now, stopping) => {
        const swept = await sweepFiles(context, now, Date.now(), stopping)
        if (Object.values(swept).some((count) => count > 0)) context.log.info(swept, 'files were swept')
      },
    },
  ],
} as const satisfies Feature
