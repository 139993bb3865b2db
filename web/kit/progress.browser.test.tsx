import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Progress } from './progress.tsx'

componentStates('Progress', {
  usual: (
    <Card>
      <Progress label="Upgrade" value={0.42} />
      <Progress label="Done" value={1} />
    </Card>
  ),
  empty: (
    <Card>
      <Progress label="Upgrade" value={0} />
    </Card>
  ),
  loading: (
    <Card>
      <Progress label="Waiting" value={null} />
    </Card>
  ),
  stale: 'how old it is stands beside it',
  error: 'what failed is said beside it',
  long: ({ name, code }) => (
    <Card>
      <Progress label={name} value={0.42} />
      <Progress label={code} value={0.42} />
    </Card>
  ),
})

test('says how far it is, and nothing while that is not known', async () => {
  const screen = await show(<Progress label="Upgrade" value={0.426} />)
  const bar = page.getByRole('progressbar', { name: 'Upgrade' })
  await expect.element(bar).toHaveAttribute('value', '43')
  await expect.element(page.getByText('43%')).toBeVisible()
  await screen.rerender(<Progress label="Upgrade" value={null} />)
  await expect.element(bar).not.toHaveAttribute('value')
  await expect.element(page.getByText('%')).not.toBeInTheDocument()
})
