import type { stations as english } from '../en/stations.ts'
import type { Translated } from '../language.ts'

export const stations = {
  stations: {
    title: '电站',
  },
} as const satisfies Translated<typeof english>
