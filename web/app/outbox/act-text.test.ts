import { describe, expect, it } from 'vitest'
import { actText } from './act-text.ts'

const theirs = {
  status: 'in_progress',
  handlerId: null,
  handler: null,
  initiatorId: 'x',
  priority: 'low',
  description: '',
  text: 'Cleaned',
  pictures: 2,
  version: 3,
}

describe('O2: two reports side by side', () => {
  it('O2: with the pictures of each, not with documents, checklist or signature', () => {
    const body = { no: 5 as const, report: 'Cleaned', images: ['a', 'b'], files: ['c'] }
    expect(actText(body, theirs)).toEqual({
      mine: { text: 'Cleaned', pictures: 2 },
      theirs: { text: 'Cleaned', pictures: 2 },
    })
  })

  it('O2: and no report of somebody else beside an act that says nothing, or a reason', () => {
    const nothing = { text: '', pictures: 0 }
    expect(actText({ no: 4 }, theirs)).toEqual({ mine: nothing, theirs: nothing })
    expect(actText({ no: 6, reason: 'Ill' }, theirs)).toEqual({
      mine: { text: 'Ill', pictures: 0 },
      theirs: nothing,
    })
  })
})
