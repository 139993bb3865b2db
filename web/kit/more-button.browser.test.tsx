import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { MoreButton } from './more-button.tsx'

const more = { busy: false, load: () => {} }

componentStates('MoreButton', {
  usual: (
    <>
      <MoreButton more={more} label="Show more" />
      <Card flush>
        <MoreButton more={more} label="Show more" kind="plain" inCard />
      </Card>
    </>
  ),
  empty: <MoreButton more={null} label="Show more" />,
  loading: <MoreButton more={{ ...more, busy: true }} label="Show more" />,
  stale: 'the list above it looks so',
  error: 'the list above it says so',
  long: ({ name }) => (
    <>
      <MoreButton more={more} label={name} />
      <Card flush>
        <MoreButton more={more} label={name} inCard />
      </Card>
    </>
  ),
})

test('asks for the next page, once at a time, and is gone with the last', async () => {
  const load = vi.fn<() => void>()
  const screen = await show(<MoreButton more={{ busy: false, load }} label="Show more" />)
  await userEvent.click(page.getByRole('button', { name: 'Show more' }))
  await screen.rerender(<MoreButton more={{ busy: true, load }} label="Show more" />)
  await userEvent.keyboard('{Enter}')
  expect(load).toHaveBeenCalledOnce()
  await screen.rerender(<MoreButton more={null} label="Show more" />)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
