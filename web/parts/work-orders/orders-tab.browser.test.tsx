import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Permission } from '#domain/accounts/permissions.ts'
import { Answering, type Answers, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { OrdersTab } from './orders-tab.tsx'

await words.need('orders')

const put = async (permissions: readonly Permission[]) => {
  const answers: Answers = {
    ...signedIn(permissions),
    'GET /api/orders': { orders: [], next: null } as unknown as Extract<
      Answers['GET /api/orders'],
      { next: unknown }
    >,
  }
  await show(
    <Answering answers={answers}>
      <OrdersTab stationId="00000000-0000-4000-8000-0000000000aa" />
    </Answering>,
  )
  await expect.element(page.getByRole('heading', { name: 'No open work orders' })).toBeVisible()
}

test('where no order is, each is told what they may do', async () => {
  await put(['om:order:view', 'om:report:create'])
  await expect.element(page.getByText('Report a repair and follow it here.')).toBeVisible()
  expect(page.getByText(/alarms/).all()).toEqual([])
  await put(['om:order:view', 'om:order:create'])
  await expect.element(page.getByText('Create orders here, from alarms or by hand.')).toBeVisible()
  await put(['om:order:view'])
  expect(page.getByText(/here/).all()).toEqual([])
})
