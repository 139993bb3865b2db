import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { actOn, quiet } from '#tests/components/row-act.ts'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { SessionsSheet } from './sessions-sheet.tsx'

await words.need('mine')

const session = (end: string, browser: string, current: boolean) => ({
  id: `00000000-0000-4000-8000-0000000000${end}`,
  browser,
  createdAt: Date.now() - 86_400_000,
  lastSeenAt: Date.now(),
  current,
})
const answers: Answers = {
  'GET /api/me/sessions': {
    sessions: [session('a1', 'Chrome/140 Android', false), session('a2', 'Firefox/150 Windows', true)],
  },
}

test.each(['light', 'dark'] as const)(
  'where else somebody is signed in is ended from a quiet row, and asked in red (%s)',
  async (theme) => {
    await show(
      <Answering answers={answers}>
        <SessionsSheet open onClose={() => {}} />
      </Answering>,
      { theme },
    )
    const buttons = page.getByRole('button', { name: /^End – / })
    await expect.element(buttons).toBeVisible()
    expect(buttons.elements()).toHaveLength(1)
    expect(await actOn(buttons, 'End')).toEqual(quiet)
  },
)
