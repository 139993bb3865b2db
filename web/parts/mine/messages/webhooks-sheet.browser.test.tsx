import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { actOn, quiet } from '#tests/components/row-act.ts'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { WebhooksSheet } from './webhooks-sheet.tsx'

await words.need('messages')

const answers: Answers = {
  'GET /api/webhooks': {
    webhooks: [
      {
        id: '00000000-0000-4000-8000-0000000000c1',
        url: 'https://example.com/alarms',
        events: ['alarm.raised'],
        enabled: true,
        companyId: null,
        createdAt: Date.now(),
        version: 1,
        waiting: 0,
        deliveredAt: null,
        failedAt: null,
        failure: null,
      },
    ],
    total: 1,
  },
}

test('an address is deleted from a quiet row, and asked in red', async () => {
  await show(
    <Answering answers={answers}>
      <WebhooksSheet onClose={() => {}} />
    </Answering>,
  )
  expect(await actOn(page.getByRole('button', { name: 'Delete', exact: true }), 'Delete')).toEqual(quiet)
})
