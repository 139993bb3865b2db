import { describe, expect, it } from 'vitest'
import { ApiError } from '../data/api-error.ts'
import { refusedFields } from './refused-fields.ts'

const fields = ['name', 'account'] as const

describe('what was refused', () => {
  it('stands under its field, each problem under its own', () => {
    const error = new ApiError(400, 'invalid_input', 'too long', {
      field: 'name',
      problems: [
        { code: 'invalid_input', field: 'name', message: 'once more' },
        { code: 'required', field: 'account', message: 'missing' },
      ],
    })
    expect(refusedFields(error, fields, {})).toEqual({ name: 'too long', account: 'missing' })
  })
  it('stands under the field of its code when it names none', () => {
    const error = new ApiError(409, 'account_taken', 'taken')
    expect(refusedFields(error, fields, { account_taken: 'account' })).toEqual({ account: 'taken' })
  })
  it('is nobody’s field when the form does not have it, or nothing was refused', () => {
    expect(refusedFields(new ApiError(400, 'required', 'x', { field: 'other' }), fields, {})).toEqual({})
    expect(refusedFields(new TypeError('x'), fields, {})).toEqual({})
  })
})
