import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterDrill } from '../../tests/acceptance/cluster.ts'
import { rabbitPrograms, startRabbit } from '../../tests/rabbitmq.ts'
import { findPostgres15, startOtherPostgres } from './other-postgres.ts'

const SERVERS = 2

/** The longest. */
const seconds = (list: readonly number[]): string => (Math.max(...list) / 1_000).toFixed(1)

/**
 * Three nodes of RabbitMQ, one killed each round under gateways that report, two servers behind them. `perSecond`: messages
 * of all gateways together.
 */
export const proveRabbit = async (
  { rounds, gateways, perSecond }: { rounds: number; gateways: number; perSecond: number },
  say: (line: string) => void,
): Promise<boolean> => {
  const bin = findPostgres15()
  if (rabbitPrograms === null || bin === null) {
    say(
      'skipped: this needs rabbitmq-server and postgresql-15 of Debian (apt-get install -y rabbitmq-server postgresql-15)',
    )
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-cluster-'))
  chmodSync(folder, 0o711)
  const postgres = await startOtherPostgres(bin)
  const rabbit = await startRabbit()
  try {
    const at = { folder, databaseUrl: postgres.url, ownerUrl: postgres.url }
    const figures = await clusterDrill(rabbit, { gateways, servers: SERVERS, rounds, perSecond }, at, say)
    const { messages, again, acknowledged, stored, missing, doubled, notBack, notStanding } = figures
    const { 'its own telemetry': shutOut, ...tooMuch } = figures.refused
    const letIn = Object.keys(tooMuch).filter((what) => tooMuch[what] !== true)
    for (const what of letIn) say(`not refused: ${what}`)
    say(
      `${gateways} gateways at 3 nodes of RabbitMQ, ${perSecond} messages a second, ${SERVERS} servers, ${rounds} leaders killed: ${messages} readings sent (${again} again), ` +
        `${acknowledged} acknowledged, ${stored} stored, ${missing} missing, ${doubled} doubled; stored again after at most ` +
        `${seconds(figures.flowingMs)} s, all but ${notBack} gateways acknowledged again after at most ${seconds(figures.allBackMs)} s; ` +
        `a revoked login: ended after ${(figures.endedMs / 1_000).toFixed(1)} s, not let in after ${(figures.shutOutMs / 1_000).toFixed(1)} s`,
    )
    return (
      missing + doubled + notBack + notStanding === 0 &&
      stored === messages &&
      acknowledged === messages &&
      !shutOut &&
      letIn.length === 0
    )
  } finally {
    await rabbit.remove()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
