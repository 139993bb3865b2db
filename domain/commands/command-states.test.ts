import { describe, expect, it } from 'vitest'
import {
  commandEvents,
  type CommandState,
  commandStates,
  isOpen,
  nextState,
  outcomeOf,
} from './command-states.ts'
import { ANSWER_MS, overAt } from './command-times.ts'

/** Written down by hand, apart from the table: a dash changes nothing. In the order of `commandEvents`. */
const expected: Record<CommandState, string> = {
  //           sent  accepted  done      effected  failed    refused   proven    contradicted expired   cancelled
  queued:
    '    sent  accepted  verified  accepted  rejected  rejected  -         -            expired   cancelled',
  sent: '      -     accepted  verified  accepted  rejected  rejected  -         -            unverified unverified',
  accepted:
    '  -     -         verified  accepted  rejected  rejected  verified  unverified   unverified unverified',
  verified: '  -     -         -         -         -         -         -         -            -         -',
  rejected: '  -     -         -         -         -         -         -         -            -         -',
  expired: '   -     -         -         -         -         -         -         -            -         -',
  unverified: '-     -         -         -         -         -         -         -            -         -',
  cancelled: ' -     -         -         -         -         -         -         -            -         -',
}

describe('the states of a command', () => {
  for (const state of commandStates) {
    const row = expected[state].trim().split(/\s+/)
    it.each(commandEvents.map((event, at) => [event, row[at] ?? 'missing'] as const))(
      `${state}, %s -> %s`,
      (event, after) => {
        expect(nextState(state, event) ?? '-').toBe(after)
      },
    )
  }

  it('has a row for each state and a cell for each event', () => {
    expect(Object.keys(expected)).toEqual([...commandStates])
    for (const row of Object.values(expected))
      expect(row.trim().split(/\s+/)).toHaveLength(commandEvents.length)
  })

  it('keeps queued, sent and accepted open, and no other', () => {
    expect(commandStates.filter(isOpen)).toEqual(['queued', 'sent', 'accepted'])
  })

  it('C2: no state without an answer of the gateway ever becomes a success', () => {
    const without = commandEvents.filter((event) => !['done', 'proven'].includes(event))
    const reached = new Set<CommandState>(['queued'])
    for (const state of reached)
      for (const event of without) {
        const after = nextState(state, event)
        if (after !== null) reached.add(after)
      }
    expect([...reached].map(outcomeOf)).not.toContain('success')
  })

  it('says the four words of the specification', () => {
    expect(commandStates.map((state) => [state, outcomeOf(state)])).toEqual([
      ['queued', 'in_progress'],
      ['sent', 'in_progress'],
      ['accepted', 'in_progress'],
      ['verified', 'success'],
      ['rejected', 'fail'],
      ['expired', 'fail'],
      ['unverified', 'abnormal'],
      ['cancelled', 'fail'],
    ])
  })

  it('ends what waits at its expiry, and what was delivered when its answer is overdue', () => {
    expect([overAt('queued', 1_000), overAt('sent', 1_000), overAt('accepted', 1_000)]).toEqual([
      1_000,
      1_000 + ANSWER_MS,
      1_000 + ANSWER_MS,
    ])
  })
})
