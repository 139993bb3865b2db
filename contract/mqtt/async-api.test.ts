import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { asyncApi, messageSchemas } from './async-api.ts'
import { encode } from './decode.ts'
import { examples } from './examples.ts'
import { channelNames, maxMessageBytes } from './topics.ts'

const cases = Object.entries(examples).flatMap(([channel, list]) =>
  list.map((example, index) => [channel, index, example] as const),
)

/** Every `$ref` of a document that leads nowhere. */
function deadReferences(document: object): string[] {
  const found = JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)
  return [...found]
    .map((match) => match[1] ?? '')
    .filter((reference) => {
      let place: unknown = document
      for (const key of reference.split('/').slice(1)) {
        place = typeof place === 'object' && place !== null ? Reflect.get(place, key) : undefined
      }
      return place === undefined
    })
}

describe('AsyncAPI description', () => {
  it.each(cases)('example %s %d is of the contract', (channel, _, example) => {
    const schema = messageSchemas[channel as keyof typeof messageSchemas]
    expect(z.safeParse(schema, example)).toMatchObject({ success: true, data: example })
    expect(encode(example).length).toBeLessThan(maxMessageBytes)
  })

  it('has every channel once, with an operation and a message, and no reference that leads nowhere', () => {
    const document = asyncApi()
    expect(deadReferences(document)).toEqual([])
    for (const part of ['channels', 'operations']) {
      expect(Object.keys(Reflect.get(document, part) as object)).toHaveLength(channelNames.length)
    }
  })

  it('explains every field that has a unit', () => {
    const text = JSON.stringify(asyncApi())
    for (const unit of [', W"', ', Wh"', ', V"', ', A"', ', Hz"', ', seconds"', 'degrees Celsius']) {
      expect(text).toContain(unit)
    }
  })
})
