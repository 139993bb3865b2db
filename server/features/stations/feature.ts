import type { Feature } from '../../feature.ts'
import { createGivingWay } from '../../platform/giving-way.ts'
import { keepFigures, startOfWalk } from './keep-figures.ts'
import { stationHandlers } from './station-routes.ts'
import { mapHandlers } from './map-routes.ts'
import { shareHandlers } from './share-routes.ts'
import { checkInHandlers } from './check-in-routes.ts'

/** Figures are kept at least so often, however much comes in. */
const FIGURES_WAIT_MS = 10_000

export const stationsFeature = {
  name: 'stations',
  handlers: { ...stationHandlers, ...mapHandlers, ...shareHandlers, ...checkInHandlers },
  tables: [
    'check_in',
    'past_price',
    'rows_taken',
    'station',
    'station_figures',
    'station_look',
    'station_mark',
    'station_share',
  ],
  jobs: (context, pressed) => {
    const walk = startOfWalk()
    const way = createGivingWay(pressed, FIGURES_WAIT_MS, context.clock)
    return [
      {
        name: 'figures',
        everyMs: 1_000,
        run: async (now, stopping) => {
          if (way.waits()) return
          await keepFigures(context, now, { stopping, walk })
          way.done()
        },
      },
    ]
  },
} as const satisfies Feature
