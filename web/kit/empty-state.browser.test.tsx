import { Map } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'

componentStates('EmptyState', {
  usual: <EmptyState title="Nothing here yet" text="Make the first one." action={<Button>New</Button>} />,
  empty: <EmptyState title="Nothing here yet" />,
  loading: 'a skeleton stands in its place',
  stale: 'it shows no figures',
  error: 'ErrorState stands in its place',
  long: ({ name, text, word, code }) => (
    <>
      <EmptyState title={name} text={text} action={<Button>{word}</Button>} />
      <Card>
        <EmptyState inline title={code} text={code} icon={<Map size={26} aria-hidden />} />
      </Card>
    </>
  ),
  more: {
    'with more to read': (
      <EmptyState title="Nothing here yet">
        <p>What there will be.</p>
      </EmptyState>
    ),
    'in a card': (
      <Card>
        <EmptyState inline title="Nothing here yet" text="It comes by itself." />
      </Card>
    ),
  },
})

test('is a heading with what to do next; its picture is not heard', async () => {
  const { container } = await show(
    <EmptyState title="Nothing here yet" text="Make the first one." action={<Button>New</Button>} />,
  )
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New' })).toBeVisible()
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
