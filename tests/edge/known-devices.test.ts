import { describe, expect, it } from 'vitest'
import { schemes } from '#edge/open-device.ts'
import { deviceSchemes } from '#domain/edges/device-url.ts'
import { profilesOf } from '#web/parts/edges/device-profiles.ts'
import { ways } from '#web/parts/edges/device-address.ts'

/** The app cannot ask the edge what it knows before one is there, so it has a list of its own. */
describe('what the app offers for devices at an address', () => {
  it('are the ways that the edge and the server know', () => {
    const known = schemes.map(({ name }) => name).toSorted()
    expect(ways.map(({ scheme }) => scheme).toSorted()).toEqual(known)
    expect([...deviceSchemes].toSorted()).toEqual(known)
  })

  it.each(schemes)('of $name are the families that the edge reads by it', ({ name, profiles }) => {
    const [, offered] = Object.entries(profilesOf).find(([scheme]) => scheme === name) ?? []
    expect(offered?.toSorted()).toEqual(profiles.toSorted())
  })

  it.each(schemes)('of $name has the usual port', ({ name, port }) => {
    expect(ways.find(({ scheme }) => scheme === name)?.port).toBe(port)
  })

  it.each(schemes)('of $name asks for what no address of it can do without', ({ name, settings }) => {
    const needed = Object.entries(settings).flatMap(([setting, rule]) =>
      'usual' in rule && rule.usual === null ? [setting] : [],
    )
    const asked = ways.find(({ scheme }) => scheme === name)?.asked.map((one): string => one.name) ?? []
    expect(asked).toEqual(expect.arrayContaining(needed))
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(asked))
  })
})
