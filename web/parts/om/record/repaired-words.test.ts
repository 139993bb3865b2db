import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { record as english } from '../../../app/phrases/en/record.ts'
import { record as chinese } from '../../../app/phrases/zh_CN/record.ts'

describe('what the mean time to repair is of', () => {
  // It stands above "Closed", which counts alarms of every level.
  it.each([
    ['en', english, /important or higher/],
    ['zh-CN', chinese, /重要及以上/],
  ] as const)(
    'names the levels that it counts, of none, one and several (%s)',
    (locale, messages, levels) => {
      const t = createTranslator({ locale, messages: messages as unknown as typeof english })
      for (const count of [0, 1, 3]) expect(t('record.mttrOf', { count })).toMatch(levels)
    },
  )
})
