import { describe, expect, it } from 'vitest'
import {
  isRegistryHead,
  isStoredSecret,
  registryLineProblem,
  registryTitle,
  SECRET_MAX,
  type RegistryLine,
} from './registry-line.ts'

const right: RegistryLine = {
  serial: 'GW2408A00017',
  secret: 'twelve chars',
  claim_code: 'K7QF-93XW',
  model: 'EMU-2',
}
const stored = `$7$101$${'a'.repeat(16)}$${'b'.repeat(86)}==`

describe('a line of the factory registry', () => {
  it('is right with a secret of 12 to 256 characters, or with what is stored of one; the model may be missing', () => {
    const { secret: _, ...without } = right
    for (const line of [
      right,
      { ...right, model: '' },
      { ...right, serial: 'gw2408a00017' },
      { ...right, secret: 's'.repeat(SECRET_MAX) },
      { ...without, secret_hash: stored },
      { ...right, secret: '', secret_hash: stored },
    ])
      expect([line, registryLineProblem(line)]).toEqual([line, null])
  })

  it.each([
    [{ serial: '' }, 'serial', 'required'],
    [{ claim_code: '' }, 'claim_code', 'required'],
    [{ secret: '' }, 'secret', 'required'],
    [{ serial: 'GW+1' }, 'serial', 'sn_format'],
    [{ serial: 'GW24' }, 'serial', 'sn_format'],
    [{ claim_code: 'c'.repeat(65) }, 'claim_code', 'too_long'],
    [{ secret: 's'.repeat(257) }, 'secret', 'too_long'],
    [{ secret: 'eleven char' }, 'secret', 'invalid_input'],
    [{ secret: 'twelve\nchars' }, 'secret', 'invalid_input'],
    [{ secret_hash: stored }, 'secret_hash', 'invalid_input'],
    [{ secret: '', secret_hash: '$6$salt$hash' }, 'secret_hash', 'invalid_input'],
    [{ model: 'm'.repeat(61) }, 'model', 'invalid_input'],
  ] as const)('%o is a fault of %s: %s', (change, column, code) => {
    expect(registryLineProblem({ ...right, ...change })).toEqual({ column, code })
  })

  it('stands under titles that are known, each once, with all that is needed', () => {
    expect(isRegistryHead(['Serial', ' Secret', 'Claim code', 'Model'].map(registryTitle))).toBe(true)
    expect(isRegistryHead(['serial', 'claim_code', 'secret_hash'])).toBe(true)
    for (const head of [
      [],
      ['serial', 'claim_code'],
      ['serial', 'secret', 'claim_code', 'owner'],
      ['serial', 'serial', 'secret', 'claim_code'],
      ['secret', 'claim_code'],
    ])
      expect([head, isRegistryHead(head)]).toEqual([head, false])
  })

  it('knows a stored secret by its form and a sensible number of rounds', () => {
    expect(isStoredSecret(stored)).toBe(true)
    expect(isStoredSecret(stored.replace('$101$', '$0$'))).toBe(false)
    expect(isStoredSecret(stored.replace('$101$', '$1000001$'))).toBe(false)
  })
})
