import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import type { QueuedAct } from '../../app/outbox/queued-act.ts'
import { queueOf } from '../../app/outbox/queue-store.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { SyncCentre } from './sync-centre.tsx'

await words.need('orders', 'order')

const answers = signedIn(['om:order:view', 'om:order:create'])
const somebody = (answers['GET /api/session'] as { person: Parameters<typeof SyncCentre>[0]['person'] })
  .person
const comment = (id: string, refusal: QueuedAct['refusal'] = null): QueuedAct => ({
  id,
  call: {
    route: 'POST /api/orders/{orderId}/comments',
    params: { orderId: id },
    body: { id, text: 'Seen', images: [] } as never,
    ifMatch: null,
  },
  subject: id,
  title: `Order ${id}`,
  seen: null,
  files: [],
  drafts: [],
  restore: null,
  at: Date.now(),
  follows: null,
  tried: 0,
  refusal,
  confirmed: false,
})

test.each(['light', 'dark'] as const)(
  'what waits is not red to be discarded, its second step alone is (%s)',
  async (theme) => {
    // A queue of their own each.
    const person = { ...somebody, id: `${somebody.id.slice(0, -4)}${theme === 'dark' ? 'da4c' : '1194'}` }
    const refused = { status: 404, code: 'not_found', message: '', at: 0, theirs: null, by: null, byAt: null }
    await queueOf(person.id).update(() => [comment('one', refused), comment('two', refused)])
    await show(
      <Answering answers={answers}>
        <SyncCentre person={person} onClose={() => undefined} />
      </Answering>,
      { theme },
    )
    const discards = page.getByRole('button', { name: 'Discard' })
    await expect.poll(() => discards.all().length).toBe(2)
    const red = ['--danger', '--danger-fill'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${name})`
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    for (const one of discards.all()) {
      const { color, backgroundColor } = getComputedStyle(one.element())
      expect(red).not.toContain(color)
      expect(red).not.toContain(backgroundColor)
    }
    await discards.first().click()
    const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
    expect(red).toContain(getComputedStyle(sure.element()).backgroundColor)
    await sure.click()
    await expect.poll(() => discards.all().length).toBe(1)
  },
)
