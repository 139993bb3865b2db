import { Settings } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { setMover } from './navigation/navigate.ts'
import { IconButton, IconLink, Page } from './page.tsx'

const tools = (
  <>
    <IconLink to={pathTo('home')} label="Home">
      <Settings size={22} aria-hidden />
    </IconLink>
    <IconButton label="Settings">
      <Settings size={22} aria-hidden />
    </IconButton>
  </>
)

componentStates('Page', {
  whole: true,
  usual: (
    <Page title="Messages" back={pathTo('home')} actions={tools} footer={<Button wide>Save</Button>}>
      <Card>What stands on it.</Card>
    </Page>
  ),
  empty: 'what stands on it says that there is nothing',
  loading: 'skeletons stand on it',
  stale: 'what stands on it looks so',
  error: 'what stands on it says so',
  long: ({ name, text, word }) => (
    <Page title={name} back={pathTo('home')} actions={tools} footer={<Button wide>{word}</Button>}>
      <Card>{text}</Card>
    </Page>
  ),
  more: {
    'of a tab': (
      <Page title="Messages" actions={tools}>
        <Card>What stands on it.</Card>
      </Page>
    ),
  },
})

componentStates('IconButton', {
  usual: (
    <Card>
      <IconButton label="Settings">
        <Settings size={22} aria-hidden />
      </IconButton>
      <IconButton label="Not now" disabled>
        <Settings size={22} aria-hidden />
      </IconButton>
    </Card>
  ),
  empty: 'it always has an icon',
  loading: 'it is there at once',
  stale: 'it shows no figures',
  error: 'what failed is said beside it',
  long: 'its words are heard and not seen',
})

componentStates('IconLink', {
  usual: (
    <Card>
      <IconLink to={pathTo('home')} label="Home">
        <Settings size={22} aria-hidden />
      </IconLink>
    </Card>
  ),
  empty: 'it always has an icon',
  loading: 'it is there at once',
  stale: 'it shows no figures',
  error: 'it leads somewhere at once',
  long: 'its words are heard and not seen',
})

test('its title is the first heading and the title of the window', async () => {
  const screen = await show(<Page title="Messages">x</Page>)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Messages · Sunkeeper')
  await screen.rerender(<Page title="Orders">x</Page>)
  await expect.poll(() => document.title).toBe('Orders · Sunkeeper')
})

test('as long as its title is not known it has a heading that is heard', async () => {
  const screen = await show(<Page title="">x</Page>)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Loading' })).toBeInTheDocument()
  await screen.rerender(<Page title="Messages">x</Page>)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Loading' })).not.toBeInTheDocument()
})

test('back goes to the page before, and where there is none to the one above', async () => {
  const moved: string[] = []
  let before = true
  setMover({
    history: {
      push: (href) => moved.push(`push ${href}`),
      replace: (href) => moved.push(`replace ${href}`),
      back: () => moved.push('back'),
      canGoBack: () => before,
    },
    preload: () => {},
    turn: () => {},
  })
  await show(
    <Page title="Messages" back={pathTo('home')}>
      x
    </Page>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Back' }))
  before = false
  await userEvent.click(page.getByRole('button', { name: 'Back' }))
  expect(moved).toEqual(['back', 'replace /h5/home'])
})

test('a page of a tab has no way back', async () => {
  await show(<Page title="Messages">x</Page>)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('a press on an icon is told', async () => {
  const pressed = vi.fn<() => void>()
  await show(
    <IconButton label="Settings" onClick={pressed}>
      <Settings size={22} aria-hidden />
    </IconButton>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Settings' }))
  expect(pressed).toHaveBeenCalledOnce()
})
