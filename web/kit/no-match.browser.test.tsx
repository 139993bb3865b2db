import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { NoMatch } from './no-match.tsx'

const given = { title: 'Nothing matches', text: 'Fewer filters show more.', reset: 'Show all' }

componentStates('NoMatch', {
  usual: <NoMatch {...given} onReset={() => {}} />,
  empty: (
    <Card>
      <NoMatch {...given} inline onReset={() => {}} />
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: 'it shows no figures',
  error: 'ErrorState stands in its place',
  long: ({ name, text, word }) => <NoMatch title={name} text={text} reset={word} onReset={() => {}} />,
})

test('leads back to all of it', async () => {
  const reset = vi.fn<() => void>()
  await show(<NoMatch {...given} onReset={reset} />)
  await userEvent.click(page.getByRole('button', { name: 'Show all' }))
  expect(reset).toHaveBeenCalledOnce()
})
