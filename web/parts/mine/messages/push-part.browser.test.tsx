import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { actOn, quiet } from '#tests/components/row-act.ts'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { PushPart } from './push-part.tsx'

await words.need('mine', 'messages')

const answers: Answers = {
  'GET /api/push': {
    key: 'AA',
    subscriptions: [
      {
        id: '00000000-0000-4000-8000-0000000000d1',
        browser: 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile',
        here: false,
        createdAt: Date.now(),
        toldAt: null,
        failedAt: null,
        failure: null,
      },
    ],
  },
}

test('another device is told no more from a quiet row, and it is asked first which one that is', async () => {
  await show(
    <Answering answers={answers}>
      <PushPart />
    </Answering>,
  )
  expect(await actOn(page.getByRole('button', { name: 'Turn off', exact: true }), 'Turn off')).toEqual(quiet)
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleDescription(
      'Chrome on Android will receive no more alarms or order updates. They can be turned on again only there.',
    )
})
