import { describe, expect, it } from 'vitest'
import { settleWhole, stepsOf } from './settle.ts'

const ok = { state: 'verified', code: null } as const
const no = { state: 'rejected', code: 'unsupported' } as const
const lied = { state: 'unverified', code: 'contradicted' } as const
const silent = { state: 'unverified', code: 'no_answer' } as const

describe('C10: a command is as good as its worst device', () => {
  it.each([
    [[ok, ok], 'proven', null],
    [[ok, lied], 'contradicted', 'partly'],
    [[lied, lied], 'contradicted', 'contradicted'],
    [[silent, lied], 'contradicted', 'partly'],
    [[ok, no], 'failed', 'partly'],
    [[no, no], 'failed', 'unsupported'],
    [[no, silent], 'contradicted', 'partly'],
  ] as const)('C10: %j: %s, %s', (devices, event, code) => {
    expect(settleWhole(devices)).toEqual({ event, code })
  })
})

const told = {
  state: 'sent',
  code: null,
  createdAt: 1,
  sentAt: 2,
  acceptedAt: null,
  doneAt: null,
  endedAt: null,
} as const
const proof = { createdAt: 5, endedAt: 6, state: 'verified' } as const

describe('the steps of the ledger', () => {
  it('says each with its time, in order', () => {
    expect(stepsOf({ ...told, proof: null })).toEqual([
      { step: 'queued', at: 1 },
      { step: 'sent', at: 2 },
    ])
    const whole = { ...told, acceptedAt: 3, doneAt: 4, endedAt: 6, proof } as const
    const steps = (state: 'verified' | 'unverified', code: string | null) =>
      stepsOf({ ...whole, state, code }).map(({ step, at }) => `${step} ${at}`)
    expect(steps('verified', null)).toEqual([
      'queued 1',
      'sent 2',
      'accepted 3',
      'done 4',
      'asked 5',
      'read 6',
      'verified 6',
    ])
    expect(steps('unverified', 'contradicted').at(-1)).toBe('contradicted 6')
    expect(steps('unverified', 'partly').at(-1)).toBe('unverified 6')
  })

  it('C5: a read that was never answered is no reading', () => {
    const state = 'unverified' as const
    const never = { createdAt: 5, endedAt: 9, state: 'expired' as const }
    const steps = stepsOf({ ...told, state, code: 'no_answer', endedAt: 9, proof: never })
    expect(steps.map(({ step }) => step)).toEqual(['queued', 'sent', 'asked', 'unverified'])
  })
})
