import { createTranslator } from 'use-intl'
import { expect, it } from 'vitest'
import { alarms } from '../../app/phrases/en/alarms.ts'
import { alarmCode } from './alarm-code.ts'

const words = createTranslator({ locale: 'en', messages: alarms, namespace: 'alarms' })

it('names the code of a maker, and hides that of an own rule', () => {
  expect(alarmCode(words as never, '2062')).toBe('Code 2062')
  expect(alarmCode(words as never, 'RULE-GATEWAY-SILENT')).toBe(false)
})
