import { describe, expect, it } from 'vitest'
import { withAct, type NewAct, type QueuedAct } from '../../../app/outbox/queued-act.ts'
import type { Order } from '../use-orders.ts'
import { asQueued } from './as-queued.ts'

const me = { id: 'me', name: 'Li', permissions: ['om:order:view'] }
const order = {
  id: 'o',
  version: 3,
  status: 'receiving',
  needsReview: true,
  plannedMinutes: 60,
  plannedEndAt: null,
  initiator: { id: 'boss', name: 'Wang' },
  handler: { id: 'me', name: 'Li' },
  startedAt: null,
  actualStartAt: null,
  countdownEndAt: null,
  report: null,
  actions: [],
  images: [],
  files: [],
  checklist: [
    { key: 'part', kind: 'text', answer: null },
    { key: 'photo_after', kind: 'photo', answer: null },
    { key: 'signature', kind: 'signature', answer: null },
  ],
  editable: true,
} as unknown as Order

const acts = (...bodies: Extract<NewAct['call'], { ifMatch: number }>['body'][]): QueuedAct[] =>
  bodies.reduce<QueuedAct[]>(
    (list, body, at) =>
      withAct(list, {
        id: `a${at}`,
        call: { route: 'POST /api/orders/{orderId}/actions', params: { orderId: 'o' }, body, ifMatch: 3 },
        subject: 'o',
        title: '',
        seen: null,
        files: [],
        drafts: [],
        restore: null,
        at: 1_000 + at,
      }),
    [],
  )

describe('an order with steps that have not been sent', () => {
  it('stands where they lead, with what is open then', () => {
    const accepted = asQueued(order, acts({ no: 2 }), me)
    expect([accepted.status, accepted.actions.map(({ no }) => no)]).toEqual(['pending', [4, 6]])
    const begun = asQueued(order, acts({ no: 2 }, { no: 4 }), me)
    expect([begun.status, begun.countdownEndAt, begun.actions.map(({ no }) => no)]).toEqual([
      'in_progress',
      1_001 + 3_600_000,
      [5, 6],
    ])
    // As on the server: the planned end is the deadline where it comes first, on the list as on the page.
    const soon = asQueued({ ...order, plannedEndAt: 60_000 }, acts({ no: 2 }, { no: 4 }), me)
    expect([begun.dueAt, soon.dueAt, soon.countdownEndAt]).toEqual([1_001 + 3_600_000, 60_000, 60_000])
    const done = asQueued(order, acts({ no: 2 }, { no: 4 }, { no: 5, report: 'Cleaned' }), me)
    expect([done.status, done.countdownEndAt, done.report?.text]).toEqual(['audit', null, 'Cleaned'])
    expect(asQueued(order, acts({ no: 3, reason: 'x' }), me)).toMatchObject({
      status: 'dispatching',
      handler: null,
      actions: [],
    })
  })

  it('shows the report that waits with its pictures, and keeps it when its review is withdrawn without a network', () => {
    const checklist = [
      { key: 'part', value: 'SN 7', fileId: null },
      { key: 'photo_after', value: null, fileId: 'p' },
      { key: 'signature', value: null, fileId: 's' },
    ]
    const body = { no: 5 as const, report: 'Cleaned', checklist, images: ['i'], files: ['d'] }
    const files = [
      { id: 'p', purpose: 'order_image' as const, kept: 'slot p', sent: false, name: 'after.jpg' },
      { id: 's', purpose: 'order_image' as const, kept: 'slot s', sent: false },
      { id: 'i', purpose: 'order_image' as const, kept: 'slot i', sent: true, name: 'roof.jpg' },
      { id: 'd', purpose: 'order_file' as const, kept: 'slot d', sent: false, name: 'plan.pdf' },
    ]
    const coming = acts({ no: 2 }, { no: 4 }, body, { no: 7 }).map((act, at) =>
      at === 2 ? { ...act, files } : act,
    )
    const back = asQueued(order, coming, me)
    expect([back.status, back.actualEndAt, back.actions.map(({ no }) => no)]).toEqual([
      'in_progress',
      null,
      [5, 6],
    ])
    expect(back.report).toMatchObject({
      text: 'Cleaned',
      images: [{ id: 'i', name: 'roof.jpg', kept: 'slot i' }],
      files: [{ id: 'd', name: 'plan.pdf', kept: 'slot d' }],
    })
    expect(back.checklist.map(({ answer }) => [answer?.value, answer?.file?.id])).toEqual([
      ['SN 7', undefined],
      [null, 'p'],
      [null, 's'],
    ])
    // Sent again without a network it names the same ones, which are the order's by then.
    const again = asQueued(order, [...coming, ...acts({ ...body, report: 'Cleaned twice' }).slice(-1)], me)
    expect([again.status, again.report?.images.map(({ id }) => id)]).toEqual(['audit', ['i']])
  })

  it('is not the one that other steps are about, and stands as the server says once one was refused', () => {
    expect(asQueued({ ...order, id: 'other' }, acts({ no: 2 }), me).status).toBe('receiving')
    const refusal = { status: 409, code: 'x', message: '', at: 0, theirs: null, by: null, byAt: null }
    const refused = acts({ no: 2 }, { no: 4 }).map((act, at) => (at === 0 ? { ...act, refusal } : act))
    expect(asQueued(order, refused, me).status).toBe('receiving')
  })
})
