import { createSender } from '../features/commands/send-commands.ts'
import { createDropNotes } from '../features/devices/drop-notes.ts'
import { createReadingIntake, type ReadingIntake } from '../features/telemetry/reading-intake.ts'
import { createUpgrader } from '../features/upgrades/upgrader.ts'
import { createIntake } from '../entrances/mqtt/intake.ts'
import { createIntakeCounters } from '../entrances/mqtt/intake-counters.ts'
import { intakeHandlers } from '../entrances/mqtt/intake-handlers.ts'
import { openTransport } from '../entrances/mqtt/open-transport.ts'
import type { OpenTransport } from '../entrances/mqtt/opened-transport.ts'
import type { Context } from '../context.ts'
import type { Environment } from '../env.ts'
import type { Certificate } from './certificate.ts'
import { repeatedly, type Closing } from './closing.ts'
import { takeErrands } from './errands.ts'

/** Between two writings of what was dropped. */
const DROPS_EVERY_MS = 15_000

type Opening = {
  env: Environment
  context: Context
  closing: Closing
  tls: Certificate | null
  /** The transport as soon as it is there: what it hands in may be answered at once. */
  use: (opened: OpenTransport) => void
}

/** `intake`, with the built-in broker where there is no other: what gateways say comes in, what is due for them goes out. */
export const openGateways = async ({
  env,
  context,
  closing,
  tls,
  use,
}: Opening): Promise<{ opened: OpenTransport; readings: ReadingIntake }> => {
  const { log, clock } = context
  const readings = createReadingIntake(context)
  closing.add(() => readings.close())
  const drops = createDropNotes(context)
  closing.add(
    repeatedly(drops.flush, DROPS_EVERY_MS, (error) =>
      log.warn({ err: error }, 'what was dropped was not noted'),
    ),
  )
  const intake = createIntake({
    dropped: drops.note,
    ...intakeHandlers(context, readings),
    now: clock,
    log,
    counters: createIntakeCounters(context.metrics),
  })
  const opened = await openTransport({ env, context, receive: intake.receive, dropped: drops.note, tls })
  use(opened)
  closing.add(() => opened.transport.close())
  const sender = createSender(context)
  const stopListening = context.commands.queued.listen(sender.wake)
  closing.add(async () => {
    stopListening()
    await sender.close()
  })
  const upgrader = createUpgrader(context)
  closing.add(() => upgrader.close())
  takeErrands(context, opened.transport, closing)
  return { opened, readings }
}
