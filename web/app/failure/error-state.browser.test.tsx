import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../../kit/card.tsx'
import { ApiError } from '../data/api-error.ts'
import { ErrorState } from './error-state.tsx'

const nothing = (): void => {}
const broken = new ApiError(500, 'internal', 'Something went wrong on the server.', { requestId: 'r-18f2' })

componentStates('ErrorState', {
  usual: <ErrorState error={new ApiError(0, 'no_connection')} onRetry={nothing} />,
  empty: <ErrorState error={new Error('of the browser, in its own words')} />,
  loading: 'a skeleton stands in its place',
  stale: 'what was read before stays, and says that it is old',
  error: (
    <Card>
      <ErrorState inline error={broken} onRetry={nothing} />
    </Card>
  ),
  long: ({ text, code }) => (
    <ErrorState error={new ApiError(500, 'internal', text, { requestId: code })} onRetry={nothing} />
  ),
  more: {
    'not permitted': <ErrorState error={new ApiError(403, 'forbidden', 'You may not see this.')} />,
    'not there': <ErrorState error={new ApiError(404, 'not_found', 'It is not there.')} />,
  },
})

describe('what is said', () => {
  test('the sentence of the server, and the number to find it by', async () => {
    await show(<ErrorState error={broken} />)
    await expect.element(page.getByText('Something went wrong on the server.')).toBeVisible()
    await expect.element(page.getByText('Event r-18f2')).toBeVisible()
  })
  test('words of the browser are not shown', async () => {
    await show(<ErrorState error={new Error('x is not a function')} />)
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Could not load thisSomething went wrong in this app.')
  })
})

test('another try is offered where it may help, and not where something is forbidden', async () => {
  const again = vi.fn<() => void>()
  await show(<ErrorState error={new ApiError(0, 'no_connection')} onRetry={again} />)
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
  await show(<ErrorState error={new ApiError(403, 'forbidden', 'No.')} onRetry={again} />)
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
