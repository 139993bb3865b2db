import type { Routes } from '#contract/http/routes.ts'
import type { Handlers } from '../../call.ts'
import { featureHandlers } from '../../features/all-features.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { liveHandlers } from '../live/live-routes.ts'

/** Who answers each route of `contract/http/routes.ts`. A route without an answer does not compile. */
export const handlersWith = (live: LiveHub): Handlers<Routes> => ({
  ...featureHandlers,
  ...liveHandlers(live),
})
