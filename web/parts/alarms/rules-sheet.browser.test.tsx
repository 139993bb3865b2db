import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rules } from '#domain/alarms/rules/all-rules.ts'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { RulesSheet } from './rules-sheet.tsx'

await words.need('alarms')

const rule = (id: 'gateway_silent' | 'no_production', name: string, waitMin: number) => ({
  rule: id,
  name: { en: name, zh_CN: name },
  on: true,
  threshold: rules[id].threshold.usual,
  origin: 'usual' as const,
  unit: rules[id].unit,
  ...rules[id].threshold,
  waitMin,
  source: rules[id].source,
})
const answers: Answers = {
  'GET /api/companies/{companyId}/alarm-rules': {
    rules: [rule('gateway_silent', 'Gateway silent', 0), rule('no_production', 'No production', 30)],
    mayEdit: true,
    retainedFrom: 0,
  },
}

test.each([
  ['en', /threshold\s30\smin\W+default/, /at\sonce/, /after\s30\smin/],
  ['zh_CN', /阈值\s30\s分钟\W+默认/, /立即/, /持续\s30\s分钟/],
] as const)(
  'a rule of minutes does not say that it waits for none besides (%s)',
  async (language, minutes, none, after) => {
    await show(
      <Answering answers={answers}>
        <RulesSheet
          of={{ companyId: '00000000-0000-4000-8000-0000000000e1', name: 'Sun' }}
          code={undefined}
          onClose={() => {}}
        />
      </Answering>,
      { language },
    )
    const silent = page.getByRole('button', { name: /Gateway\ssilent/ })
    await expect.element(silent).toBeVisible()
    const line = silent.element().textContent
    expect(line).toMatch(minutes)
    expect(line).not.toMatch(none)
    expect(page.getByRole('button', { name: /No\sproduction/ }).element().textContent).toMatch(after)
  },
)
