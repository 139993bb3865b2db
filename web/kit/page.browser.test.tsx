import { Settings } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { arrival, type Move } from './navigation/arrival.ts'
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

/** What stood on the screen after each change of it while a page arrived. */
const arriving = async (move: Move | null, still = false): Promise<string[]> => {
  const stood: string[] = []
  const watcher = new MutationObserver(() => {
    const [title, content] = [document.querySelector('h1'), document.querySelector('main p')]
    if (title) stood.push(content ? 'whole' : 'bar')
  })
  await show(<div />)
  watcher.observe(document, { subtree: true, childList: true })
  arrival.begin(move, still)
  await show(
    <Page title="Messages" back={pathTo('home')}>
      <p>What stands on it.</p>
    </Page>,
    { whole: true },
  )
  await expect.element(page.getByText('What stands on it.')).toBeVisible()
  watcher.disconnect()
  return [...new Set(stood)]
}
const movements = (): number => document.querySelector('main')?.getAnimations().length ?? 0

test('a page that is pushed leaves the first frame to its bar, one that is gone back to stands at once', async () => {
  expect(await arriving('push')).toEqual(['bar', 'whole'])
  expect(await arriving('tab')).toEqual(['bar', 'whole'])
  expect(await arriving('back')).toEqual(['whole'])
  expect(await arriving(null)).toEqual(['whole'])
  expect(movements()).toBe(0)
})

test('what takes the place of a skeleton stands at once and goes on moving where that one was; nothing moves where it may not', async () => {
  expect(await arriving('push', true)).toEqual(['bar', 'whole'])
  expect(movements()).toBe(0)
  arrival.begin('push', false)
  const main = document.createElement('main')
  document.body.append(main)
  arrival.show(main)
  expect(arrival.barFirst()).toBe(false)
  const [first] = main.getAnimations()
  expect(first?.effect?.getTiming().duration).toBeGreaterThan(0)
  main.remove()
  arrival.begin(null, false)
})
