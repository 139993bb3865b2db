import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { commandRequest } from '#contract/mqtt/command.ts'
import { type LooseLink, openLooseLink } from '#tests/loose-link.ts'

export type ObeyingGateway = {
  /** By command: how often it did it, and how often it was told to. */
  readonly effects: ReadonlyMap<string, number>
  readonly told: ReadonlyMap<string, number>
  stop: () => Promise<void>
}

/** A gateway that does what it is told once, and answers a repeated id with what it answered before. */
export const startObeyingGateway = (url: () => string, sn: string, secret: string): ObeyingGateway => {
  const boot = randomBytes(8).toString('hex')
  const effects = new Map<string, number>()
  const told = new Map<string, number>()
  const owed = new Map<string, object>()
  const end = { stopped: false }
  let link: LooseLink | null = null
  let conn = 0
  const onMessage = (_: string, payload: Uint8Array): void => {
    const { id, op } = commandRequest.parse(JSON.parse(Buffer.from(payload).toString()))
    // Being read has no effect, as often as it happens: it says how long ago the last restart was.
    const results = op === 'read' ? [{ sn, ok: true, after: { up_s: 0 } }] : []
    if (op !== 'read') {
      told.set(id, (told.get(id) ?? 0) + 1)
      if (!effects.has(id)) effects.set(id, 1)
    }
    owed.set(id, { v: 1, id, stage: 'done', ts: Date.now(), results })
    tell()
  }
  /** An answer stays owed until it is acknowledged, over as many connections as that takes. */
  const tell = (): void => {
    for (const [id, answer] of owed)
      link?.publish('cmd/res', answer).then(
        () => owed.delete(id),
        () => undefined,
      )
  }
  const run = async (): Promise<void> => {
    while (!end.stopped) {
      const { promise: ended, resolve: onClose } = Promise.withResolvers<void>()
      conn += 1
      try {
        const will = { v: 1, state: 'offline', boot, conn, reason: 'lwt' } as const
        link = await openLooseLink({
          url: url(),
          sn,
          secret,
          will,
          listensTo: ['cmd/req'],
          onMessage,
          onClose,
        })
        await link.publish('status', { v: 1, state: 'online', boot, conn, ts: Date.now(), sn })
        tell()
        await ended
      } catch {
        await pause(50)
      }
    }
  }
  void run()
  return {
    effects,
    told,
    stop: async () => {
      end.stopped = true
      link?.cut()
    },
  }
}
