import type { Feature } from '../../feature.ts'
import { createGivingWay } from '../../platform/giving-way.ts'
import { keepFigures, startOfWalk } from './keep-figures.ts'
import { stationHandlers } from './station-routes.ts'
import { mapHandlers } from './map-routes.ts'
import { shareHandlers } from './share-routes.ts'
import { checkInHandlers } from './check-in-routes.ts'

/** Figures are kept at least so often, however much comes in. */
const FIGURES_WAIT_MS = 10_000
/**
 * Of a fleet so large that more stations than that are marked in a second, figures are kept more often: a look computes all
 * that are marked just then. No source: chosen by what a look computes in a hundredth of a second.
 */
const MANY_A_SECOND = 20
const SELDOM_MS = 1_000
const OFTEN_MS = 250

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
    let last = { at: context.clock(), everyMs: SELDOM_MS }
    return [
      {
        name: 'figures',
        everyMs: () => last.everyMs,
        run: async (now, stopping) => {
          if (way.waits()) return
          const marked = await keepFigures(context, now, { stopping, walk })
          const perSecond = (marked * 1_000) / Math.max(1, now - last.at)
          last = { at: now, everyMs: perSecond > MANY_A_SECOND ? OFTEN_MS : SELDOM_MS }
          way.done()
        },
      },
    ]
  },
} as const satisfies Feature
