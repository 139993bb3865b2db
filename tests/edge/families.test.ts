import { afterEach, describe, expect, it } from 'vitest'
import type { Device } from '#edge/engine/device.ts'
import { DeviceError } from '#edge/engine/device-error.ts'
import type { DeviceReport } from '#edge/engine/reading.ts'
import { openDevice } from '#edge/open-device.ts'
import { emulate, hasPymodbus, noPymodbus, stopEmulators } from './emulator.ts'
import { families, type Family } from './families.ts'
import { compareList, encodeList, hasLists, noLists, type Encoded } from './register-lists.ts'

const open: Device[] = []
afterEach(() => {
  for (const device of open.splice(0)) device.close()
  stopEmulators()
})

const manners = { settleMs: 0, gapMs: 0, timeoutMs: 2_000, tries: 2 }
const deviceOf = async (encoded: Encoded, profile: string | null) => {
  const { holding = {}, input = {} } = encoded
  const emulator = await emulate({ holding, input }, 1)
  const device = openDevice(`modbus-tcp://127.0.0.1:${emulator.at}`, { profile, secret: null, manners })
  open.push(device)
  return { device, emulator }
}
/** pymodbus says its port before it listens. */
const readOf = async (device: Device): Promise<DeviceReport> => {
  for (;;)
    try {
      return await device.read()
    } catch (error) {
      if (!(error instanceof DeviceError) || error.reason !== 'refused') throw error
    }
}

const ROUNDS = Number(process.env['EDGE_ROUNDS'] ?? 2)
const tested = families.map((family) => [family.profile, family] as const)
const cannot = !hasLists || !hasPymodbus
const why = hasLists ? noPymodbus : noLists
if (cannot) console.log(why)

const rows: Record<string, unknown>[] = []
const read = async ({ asked, profile, places }: Family, round: number, absent: boolean) => {
  const encoded = encodeList({ ...asked, seed: round, absent })
  const { device } = await deviceOf(encoded, round === 0 ? null : profile)
  const report = await readOf(device)
  return { report, tally: compareList(encoded, report, places) }
}

describe('a device encoded from a list of registers', () => {
  it.skipIf(cannot).each(tested)('%s says what the list says, and is recognised', async (profile, family) => {
    let [points, equal, none] = [0, 0, 0]
    for (let round = 0; round < ROUNDS; round += 1) {
      const { report, tally } = await read(family, round, false)
      expect(report.profile).toBe(profile)
      expect(tally.unplaced).toEqual([])
      expect(tally.wrong).toEqual([])
      expect(tally.rows).toBeGreaterThan(2)
      points += tally.rows
      equal += tally.equal
      none += tally.null
    }
    rows.push({ profile, points, equal, null: none, wrong: 0 })
    if (rows.length === families.length) console.table(rows)
  })

  it.skipIf(cannot).each(tested)('%s says nothing where a register has no value', async (_, family) => {
    const said = await read(family, ROUNDS, true).catch((error: unknown) => error)
    // A device of which nothing at all is known is told in a sentence.
    const wanted = said instanceof DeviceError ? { reason: 'contradiction' } : { tally: { wrong: [] } }
    expect(said).toMatchObject(wanted)
  })
})
