import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { CopyButton } from './copy-button.tsx'
import { Row, Rows } from './row.tsx'
import { Toasts } from './toast.tsx'

componentStates('CopyButton', {
  usual: (
    <Card flush>
      <Rows>
        <Row label="SN" value={<CopyButton what="SN" text="SE17K7E1DBB39" />} />
        <Row label="Key" value={<CopyButton what="Key" text="0123456789abcdef" shown="0123 …" />} />
      </Rows>
    </Card>
  ),
  empty: 'what is not there cannot be copied',
  loading: 'what is not there cannot be copied',
  stale: 'a code does not grow old',
  error: 'it tells by a toast that it failed',
  long: ({ name, word, code }) => (
    <Card flush>
      <Rows>
        <Row label={name} value={<CopyButton what={word} text={code} />} />
      </Rows>
    </Card>
  ),
})

afterEach(() => {
  vi.restoreAllMocks()
})

const given = (
  <>
    <CopyButton what="SN" text="SE17K7E1DBB39" shown="SE17…" />
    <Toasts />
  </>
)

test('copies all of it, names it and says that it is done', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(given)
  await userEvent.click(page.getByRole('button', { name: 'SE17… – Copy SN' }))
  expect(write).toHaveBeenCalledWith('SE17K7E1DBB39')
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Copy successful')
  expect(document.querySelector('[popover]')?.textContent).toBe('')
})

test('without the clipboard of HTTPS it takes the old way, and leaves nothing behind', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not here'))
  const old = vi.spyOn(document, 'execCommand').mockImplementation(() => {
    expect(document.querySelector('textarea')?.value).toBe('SE17K7E1DBB39')
    return true
  })
  await show(given)
  await userEvent.click(page.getByRole('button'))
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Copy successful')
  expect(old).toHaveBeenCalledOnce()
  expect(document.querySelector('textarea')).toBeNull()
})

test('says when neither works', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not here'))
  vi.spyOn(document, 'execCommand').mockReturnValue(false)
  await show(given)
  await userEvent.click(page.getByRole('button'))
  await expect.element(page.getByRole('status').last()).toHaveTextContent('Copy failed')
})

test('beside words that say the code already it is a mark with a name', async () => {
  await show(<CopyButton what="SN" text="SE17K7E1DBB39" shown="" />)
  await expect.element(page.getByRole('button', { name: 'Copy SN', exact: true })).toHaveTextContent('')
})
