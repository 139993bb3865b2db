import type { Kinds } from './send-all.ts'

/** How what waits is sent and settled: the features' own, loaded with the first act. Set once, at the start of the app. */
export const outboxKinds: { load: () => Promise<Kinds> } = {
  load: () => Promise.reject(new Error('the outbox was given no kinds')),
}
