import * as z from 'zod/mini'
import { firmwareOffer, firmwareProgress } from '#contract/mqtt/firmware.ts'
import { explainIssues } from '#gateway/checked-json.ts'
import type { Flash } from '#gateway/flash.ts'

const slot = z.strictObject({
  version: z.string(),
  sequence: z.int(),
  size: z.int(),
  written: z.int(),
})
const keptFlash = z.strictObject({
  slots: z.record(z.string(), z.strictObject({ active: slot, other: z.nullable(slot) })),
  pending: z.nullable(
    z.strictObject({
      offer: firmwareOffer,
      /** Base64. */
      data: z.string(),
      have: z.array(z.boolean()),
      phase: z.enum(['receiving', 'distributing', 'verifying']),
      spentMs: z.number(),
    }),
  ),
  over: z.array(firmwareProgress),
})
const keptFlashes = z.record(z.string(), keptFlash)

/** What the gateways of a fleet remember without power, by serial: a real one keeps it while nobody runs it. */
export const writeFlashes = (flashes: ReadonlyMap<string, Flash>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...flashes].map(([sn, { slots, pending, over }]) => [
        sn,
        {
          slots: Object.fromEntries(slots),
          pending: pending && { ...pending, data: Buffer.from(pending.data).toString('base64') },
          over: [...over.values()],
        },
      ]),
    ),
  )

/** @throws for what is no such file */
export const readFlashes = (json: string): Map<string, Flash> => {
  const parsed = z.safeParse(keptFlashes, JSON.parse(json))
  if (!parsed.success) throw new Error(`flash: ${explainIssues(parsed.error.issues)}`)
  return new Map(
    Object.entries(parsed.data).map(([sn, { slots, pending, over }]): [string, Flash] => [
      sn,
      {
        slots: new Map(Object.entries(slots)),
        pending: pending && { ...pending, data: Uint8Array.from(Buffer.from(pending.data, 'base64')) },
        over: new Map(over.map((progress) => [progress.job, progress])),
      },
    ]),
  )
}
