import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { actOn, quiet } from '#tests/components/row-act.ts'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { WallsSheet } from './walls-sheet.tsx'

await words.need('walls')

const answers: Answers = {
  'GET /api/look-links': {
    links: [
      {
        id: '00000000-0000-4000-8000-0000000000b1',
        name: 'Lobby',
        by: { id: '00000000-0000-4000-8000-0000000000b2', name: 'Li Na' },
        createdAt: Date.now(),
        expiresAt: Date.now() + 86_400_000,
        lastUsedAt: null,
        screens: 0,
        dead: false,
      },
    ],
    total: 1,
  },
}

test('a link for a screen on a wall is revoked from a quiet row, and asked in red', async () => {
  await show(
    <Answering answers={answers}>
      <WallsSheet onClose={() => {}} />
    </Answering>,
  )
  expect(await actOn(page.getByRole('button', { name: /Lobby/ }), 'Revoke')).toEqual(quiet)
})
