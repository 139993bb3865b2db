import { Plus } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Button, ButtonLink, type ButtonKind } from './button.tsx'
import { Card } from './card.tsx'

const kinds: ButtonKind[] = ['primary', 'soft', 'quiet', 'plain', 'danger', 'dangerPlain']
const column = { display: 'grid', gap: 12, justifyItems: 'start' } as const

componentStates('Button', {
  usual: (
    <Card>
      <div style={column}>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} icon={<Plus size={18} aria-hidden />}>
            {kind}
          </Button>
        ))}
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} small>
            Small {kind}
          </Button>
        ))}
        <Button wide>Wide</Button>
      </div>
    </Card>
  ),
  empty: 'a button always has a word',
  loading: (
    <Card>
      <div style={column}>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} busy>
            {kind}
          </Button>
        ))}
      </div>
    </Card>
  ),
  stale: 'it shows no figures',
  error: 'what failed is said beside it',
  long: ({ word, name }) => (
    <Card>
      <div style={column}>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} icon={<Plus size={18} aria-hidden />}>
            {name}
          </Button>
        ))}
        <Button wide kind="soft">
          {name}
        </Button>
        <Button small>{word}</Button>
      </div>
    </Card>
  ),
  more: {
    disabled: (
      <Card>
        <div style={column}>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} disabled>
              {kind}
            </Button>
          ))}
        </div>
      </Card>
    ),
  },
})

componentStates('ButtonLink', {
  usual: (
    <Card>
      <ButtonLink to={pathTo('home')} icon={<Plus size={18} aria-hidden />}>
        Home
      </ButtonLink>
      <ButtonLink to={pathTo('home')} kind="soft" wide>
        Home
      </ButtonLink>
    </Card>
  ),
  empty: 'a link always has a word',
  loading: 'it leads somewhere at once',
  stale: 'it shows no figures',
  error: 'it leads somewhere at once',
  long: ({ name, word }) => (
    <Card>
      <ButtonLink to={pathTo('home')}>{name}</ButtonLink>
      <ButtonLink to={pathTo('home')} kind="soft" wide>
        {word}
      </ButtonLink>
    </Card>
  ),
})

test('a busy one says so, keeps the focus and takes no second press', async () => {
  const pressed = vi.fn<() => void>()
  const screen = await show(<Button onClick={pressed}>Save</Button>)
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await screen.rerender(
    <Button busy onClick={pressed}>
      Save
    </Button>,
  )
  const button = page.getByRole('button', { name: 'Save' })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  expect(pressed).toHaveBeenCalledOnce()
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
})

test('a busy one that would send a form does not', async () => {
  const sent = vi.fn<() => void>()
  await show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  )
  page
    .getByRole('button')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(sent).not.toHaveBeenCalled()
})
