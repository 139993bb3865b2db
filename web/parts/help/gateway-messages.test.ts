import { describe, expect, it } from 'vitest'
import { config } from '#contract/mqtt/config.ts'
import { inventory } from '#contract/mqtt/inventory.ts'
import { status } from '#contract/mqtt/status.ts'
import { telemetry } from '#contract/mqtt/telemetry.ts'
import { channels, maxMessageBytes, parseTopic } from '#contract/mqtt/topics.ts'
import { messages } from './gateway-messages.ts'

const schemas = { status, inv: inventory, tele: telemetry, cfg: config }

describe('the help about gateways', () => {
  it.each(Object.keys(schemas) as (keyof typeof schemas)[])(
    'shows a message of %s as the wire has it',
    (name) => {
      const { topic, example } = messages[name]
      expect(parseTopic(topic)).toEqual({ gateway: 'GW2408A00017', channel: name })
      const parsed = schemas[name].safeParse(JSON.parse(example))
      expect(parsed.error?.issues ?? []).toEqual([])
      // No field of the example is one that the contract does not know.
      expect(parsed.data).toEqual(expect.objectContaining(JSON.parse(example)))
    },
  )
  it('says truly what is retained and how large a message may be', () => {
    expect(channels.status.retained && channels.inv.retained && channels.cfg.retained).toBe(true)
    expect(channels.tele.retained).toBe(false)
    expect(maxMessageBytes).toBe(64 * 1024)
  })
})
