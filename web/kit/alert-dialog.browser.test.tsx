import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'

const nothing = (): void => {}
const given = { open: true, onConfirm: nothing, onCancel: nothing }

componentStates('AlertDialog', {
  usual: <AlertDialog {...given} title="Rename it?" text="Others see the new name." confirm="Rename" />,
  empty: 'it always asks something',
  loading: <AlertDialog {...given} title="Delete it?" text="It is gone then." confirm="Delete" danger busy />,
  stale: 'it shows no figures',
  error: 'what failed is said where it was pressed',
  long: ({ name, text, word }) => <AlertDialog {...given} title={name} text={text} confirm={word} danger />,
  more: {
    danger: <AlertDialog {...given} title="Delete it?" text="It is gone then." confirm="Delete" danger />,
  },
})

const asked = (confirmed: () => void, cancelled: () => void) => (
  <Held start={false}>
    {(open, set) => (
      <>
        <Button onClick={() => set(true)}>Delete …</Button>
        <AlertDialog
          open={open}
          title="Delete it?"
          text="It is gone then."
          confirm="Delete"
          danger
          onConfirm={confirmed}
          onCancel={() => {
            cancelled()
            set(false)
          }}
        />
      </>
    )}
  </Held>
)

test('is heard with its text; Cancel has the focus, so that Enter takes nothing away', async () => {
  const [confirmed, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await show(asked(confirmed, cancelled))
  await userEvent.click(page.getByRole('button', { name: 'Delete …' }))
  const dialog = page.getByRole('alertdialog', { name: 'Delete it?' })
  await expect.element(dialog).toHaveAccessibleDescription('It is gone then.')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect([confirmed.mock.calls.length, cancelled.mock.calls.length]).toEqual([0, 1])
  await expect.element(page.getByRole('button', { name: 'Delete …' })).toHaveFocus()
})

test('the act is done by its own word alone', async () => {
  const [confirmed, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await show(asked(confirmed, cancelled))
  await userEvent.click(page.getByRole('button', { name: 'Delete …' }))
  await userEvent.click(page.getByRole('button', { name: 'Delete', exact: true }))
  expect([confirmed.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0])
})
