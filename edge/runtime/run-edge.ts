import { createGateway, type Gateway } from '#gateway/gateway.ts'
import type { EdgeIdentity } from '../pairing/edge-file.ts'
import { openEdgeStore } from '../store/open-store.ts'
import type { StoreLimits } from '../store/telemetry-store.ts'
import type { AddressRule } from './addresses.ts'
import type { EdgeClock } from './edge-clock.ts'
import type { EdgeLog } from './edge-log.ts'
import { createEdgeSite } from './edge-site.ts'

export type RunningEdge = {
  gateway: Gateway
  /** Sends what waits, says goodbye and closes everything. */
  stop: () => Promise<void>
}

/** How often whatever is due is done, ms, and how often the store is tidied. No source: chosen. */
const TICK_MS = 200
const TIDY_MS = 60_000
const LIMITS_MS = 1_000

/** An edge from its start until `stop`. @throws Error when its folder is in use or cannot be written */
export const runEdge = (options: {
  folder: string
  identity: EdgeIdentity
  version: string
  rule: AddressRule
  clock: EdgeClock
  log: EdgeLog
  limits?: StoreLimits
}): RunningEdge => {
  const { folder, identity, version, rule, clock, log, limits } = options
  const store = openEdgeStore(folder, { now: clock.wall(), log: log.say, ...(limits ? { limits } : {}) })
  const tell = { inventory: () => {}, links: () => {}, report: () => {}, answer: () => {} }
  const site = createEdgeSite({
    serial: identity.serial,
    version,
    keys: identity.keys,
    reportSeconds: identity.reportS,
    store,
    rule,
    clock,
    log,
    tell,
  })
  const gateway = createGateway({
    url: identity.broker,
    authority: identity.authority,
    secret: identity.secret,
    site,
    outbox: store.telemetry,
    commands: store.commands,
    alarmNews: store.alarmNews,
    now: clock.wall,
    firstReport: 0,
    log: log.say,
  })
  Object.assign(tell, {
    inventory: gateway.announceInventory,
    links: gateway.announceLinks,
    report: gateway.reportSoon,
    answer: gateway.answer,
  })
  const ending = new AbortController()
  const going = (async () => {
    let tidyAt = clock.mono() + TIDY_MS
    while (!ending.signal.aborted) {
      await gateway.tick()
      if (clock.mono() >= tidyAt) {
        tidyAt = clock.mono() + TIDY_MS
        store.telemetry.tidy()
      }
      await clock.sleep(TICK_MS, ending.signal)
    }
  })()
  // Beside it: a broker that is slow must not keep a limit from ending.
  const ends = (async () => {
    while (!ending.signal.aborted) {
      site.tick()
      await clock.sleep(LIMITS_MS, ending.signal)
    }
  })()
  return {
    gateway,
    async stop() {
      ending.abort()
      await Promise.all([going, ends])
      await site.stop()
      await gateway.stop()
      store.close()
    },
  }
}
