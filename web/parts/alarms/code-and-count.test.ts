import { createTranslator } from 'use-intl'
import { expect, it } from 'vitest'
import { alarms } from '../../app/phrases/en/alarms.ts'
import { codeAndCount } from './code-and-count.ts'

const words = createTranslator({ locale: 'en', messages: alarms, namespace: 'alarms' })
const said = (code: string, count: number) => codeAndCount(words as never, { code, count }).filter(Boolean)

it('names the code of a maker, and how often it came from the second time on', () => {
  expect(said('2062', 1)).toEqual(['Alarm code 2062'])
  expect(said('2062', 2)).toEqual(['Alarm code 2062', '2 times'])
})

it('hides the code of an own rule', () => {
  expect(said('RULE-GATEWAY-SILENT', 1)).toEqual([])
  expect(said('RULE-GATEWAY-SILENT', 3)).toEqual(['3 times'])
})
