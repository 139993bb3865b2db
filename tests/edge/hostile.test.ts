import { afterEach, describe, expect, it } from 'vitest'
import type { Device } from '#edge/engine/device.ts'
import { DeviceError } from '#edge/engine/device-error.ts'
import { openDevice } from '#edge/open-device.ts'
import { hasPython, noPython, otherSide } from './other-side.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A device that lies in one way, and how the edge reaches it. */
const hostile = async (how: string): Promise<Device> => {
  const { port, stop } = await otherSide('hostile-device.py', { how })
  const manners = { timeoutMs: 400, tries: 2, settleMs: 0, gapMs: 0 }
  const device = openDevice(`modbus-tcp://127.0.0.1:${port}?unit=1`, { profile: null, secret: null, manners })
  open.push(stop, device.close)
  return device
}

const troubleOf = async (device: Device): Promise<DeviceError> => {
  const said = await device.read().catch((error: unknown) => error)
  if (said instanceof DeviceError) return said
  throw new Error(`no trouble: ${JSON.stringify(said)}`)
}

describe('E3: a hostile device', () => {
  it.for([
    'other-unit',
    'other-transaction',
    'other-function',
    'short',
    'more',
    'half',
    'huge',
    'late',
    'drip',
    'endless',
    'closes',
    'busy',
    'shifted',
    'endless-chain',
    'long-model',
  ])('that does "%s" is a trouble in words, and no reading', async (how, { skip }) => {
    skip(!hasPython, noPython)
    const device = await hostile(how)
    const trouble = await troubleOf(device)
    expect(trouble.message).toMatch(/^.{20,300}\.( |$)/)
    // The next poll asks anew and comes to the same end: nothing of the lie is kept.
    expect((await troubleOf(device)).reason).toBe(trouble.reason)
  })

  it.for(['no-value', 'nan'])('that says "%s" has no reading of it, and never 0', async (how, { skip }) => {
    skip(!hasPython, noPython)
    const device = await hostile(how)
    const { readings } = await device.read()
    expect(readings).toHaveLength(1)
    const { m, sn } = readings[0] ?? { m: {} }
    expect(sn).toBe('L1')
    expect(Object.values(m).flat()).not.toContain(0)
    expect(m).not.toHaveProperty('p')
    expect(m).not.toHaveProperty('f')
  })

  it('that changes its scale with each reading has the same power in each', async ({ skip }) => {
    skip(!hasPython, noPython)
    const device = await hostile('scale')
    const watts: unknown[] = []
    for (let n = 0; n < 12; n += 1) watts.push((await device.read()).readings[0]?.m.p)
    expect(new Set(watts)).toEqual(new Set([1395]))
  })
})
