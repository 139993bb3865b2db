import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { channelNames, isFromGateway } from '#contract/mqtt/topics.ts'
import { messagesOf, pauseAfter, portionOf } from './portions.ts'

const published = fc.record({
  id: fc.nat(),
  gateway: fc.stringMatching(/^[A-Z0-9][A-Z0-9._-]{0,20}$/),
  channel: fc.constantFrom(...channelNames.filter(isFromGateway)),
  payload: fc.uint8Array({ maxLength: 40 }),
})

it('messages of a portion come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(published, { minLength: 1, maxLength: 30 }), (messages) => {
      expect(messagesOf(structuredClone(portionOf(messages)))).toEqual(messages)
    }),
  )
})

it('only small messages that come thickly are gathered for longer', () => {
  const usual = pauseAfter(1, 100)
  expect(pauseAfter(200, 200 * 110)).toBeGreaterThan(usual)
  expect([pauseAfter(7, 700), pauseAfter(200, 200 * 2_000)]).toEqual([usual, usual])
})
