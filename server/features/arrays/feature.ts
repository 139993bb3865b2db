import type { Feature } from '../../feature.ts'
import { arrayHandlers } from './array-routes.ts'

export const arraysFeature = {
  name: 'arrays',
  handlers: arrayHandlers,
  tables: ['array_area'],
} as const satisfies Feature
