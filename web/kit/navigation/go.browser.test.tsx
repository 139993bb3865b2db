import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Card } from '../card.tsx'
import { Go } from './go.tsx'
import { setMover } from './navigate.ts'

const seen: string[] = []
beforeEach(() => {
  seen.length = 0
  setMover({
    history: {
      push: (href) => seen.push(`push ${href}`),
      replace: (href) => seen.push(`replace ${href}`),
      back: () => seen.push('back'),
      canGoBack: () => true,
    },
    preload: (path) => seen.push(`preload ${path}`),
    turn: () => {},
  })
})

componentStates('Go', {
  usual: (
    <Card>
      <p>
        All of it stands <Go to={pathTo('home')}>at home</Go>.
      </p>
    </Card>
  ),
  empty: 'a link always has words',
  loading: 'it leads somewhere at once',
  stale: 'it shows no figures',
  error: 'it leads somewhere at once',
  long: ({ text, code }) => (
    <Card>
      <p>
        {text} <Go to={pathTo('home')}>{code}</Go>
      </p>
    </Card>
  ),
})

test('is a real link; a plain press moves within the app, what it needs was asked for before', async () => {
  await show(<Go to={pathTo('home')}>Home</Go>)
  const link = page.getByRole('link', { name: 'Home' })
  await expect.element(link).toHaveAttribute('href', '/h5/home')
  await userEvent.click(link)
  expect(seen.at(-1)).toBe('push /h5/home')
  expect(seen[0]).toBe('preload /home')
})

test('in place of the present page where it is asked to', async () => {
  await show(
    <Go to={pathTo('home')} replace>
      Home
    </Go>,
  )
  await userEvent.click(page.getByRole('link'))
  expect(seen.at(-1)).toBe('replace /h5/home')
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)(
  'with %s the browser does what it does',
  async (key) => {
    await show(<Go to={pathTo('home')}>Home</Go>)
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true })
    // The browser itself is not to open anything.
    document.addEventListener('click', (late) => late.preventDefault(), { once: true })
    page.getByRole('link').element().dispatchEvent(event)
    expect(seen.filter((one) => !one.startsWith('preload'))).toEqual([])
  },
)

test('who stops the press stays', async () => {
  await show(
    <Go to={pathTo('home')} onClick={(event) => event.preventDefault()}>
      Home
    </Go>,
  )
  await userEvent.click(page.getByRole('link'))
  expect(seen.filter((one) => !one.startsWith('preload'))).toEqual([])
})
