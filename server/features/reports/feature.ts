import type { Feature } from '../../feature.ts'
import { reportHandlers } from './report-routes.ts'

export const reportsFeature = {
  name: 'reports',
  handlers: reportHandlers,
  tables: [],
} as const satisfies Feature
