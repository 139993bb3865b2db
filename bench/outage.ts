import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure, median, quantile } from './figure.ts'
import { startGateways } from './gateways.ts'
import { startInstallation } from './installation.ts'
import { messageReadings, readingsPerMessage } from './messages.ts'
import { seedFleet } from './seed.ts'

const GATEWAYS = 500
/** A message every five minutes for an hour. */
const MESSAGES = 12
const STEP_MS = 300_000
/** How often each of the gateways that were not cut off reports meanwhile. */
const LIVE_EVERY_MS = 1_000
const LIVE_GATEWAYS = 20

/** A fleet that was cut off for an hour sends it all at once; others report as ever. */
export const benchOutage: Benchmark = async (print) => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  try {
    const companyId = await makeCompany(db, Date.now(), 'Bench')
    await seedFleet(pool, { name: 'BO', companyId, stations: GATEWAYS, gateways: 1, ...messageReadings })
    await seedFleet(pool, { name: 'BL', companyId, stations: LIVE_GATEWAYS, gateways: 1, ...messageReadings })
    const live = await startGateways(server.mqttPort, 'BL', LIVE_GATEWAYS)
    const cutOff = await startGateways(server.mqttPort, 'BO', GATEWAYS)
    await live.ask({ kind: 'live', boot: randomUUID().slice(0, 8), everyMs: LIVE_EVERY_MS })
    await pause(3_000)
    const calm = await live.ask({ kind: 'stop' })
    await live.ask({ kind: 'live', boot: randomUUID().slice(0, 8), everyMs: LIVE_EVERY_MS })
    const fromTs = Date.now() - MESSAGES * STEP_MS
    const sent = await cutOff.ask({
      kind: 'burst',
      boot: randomUUID().slice(0, 8),
      messages: MESSAGES,
      fromTs,
      stepMs: STEP_MS,
      hist: true,
    })
    const during = await live.ask({ kind: 'stop' })
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM reading r JOIN device d ON d.no = r.device_no
        WHERE d.sn_key LIKE 'BO%' AND r.hist`,
    )
    await Promise.all([live.end(), cutOff.end()])
    const wanted = GATEWAYS * MESSAGES * readingsPerMessage
    const seconds = sent.ms / 1000
    print(figure('outage.lost', wanted - (rows[0]?.n ?? 0), 'readings', `of ${wanted} of an hour`, '= 0'))
    print(figure('outage.seconds', seconds, 's', `an hour of ${GATEWAYS} gateways, all acknowledged`))
    print(
      figure(
        'outage.live.longest',
        Math.max(...during.waitsMs) / 1000,
        's',
        'live message to PUBACK meanwhile',
        '<= 2',
      ),
    )
    print(
      figure(
        'outage.live.p95',
        quantile(during.waitsMs, 0.95) / 1000,
        's',
        'live message to PUBACK meanwhile',
      ),
    )
    print(figure('outage.live.calm', median(calm.waitsMs) / 1000, 's', 'the same before, median'))
    print(
      figure(
        'outage.broken',
        sent.lost + during.lost,
        'links',
        'links that the server broke meanwhile',
        '= 0',
      ),
    )
  } finally {
    await close()
    await server.stop()
  }
}
