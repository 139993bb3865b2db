import { afterEach, describe, expect, it } from 'vitest'
import { noAnswer, playedDevice, playedReading, playedReport } from '#tests/edge/played-device.ts'
import { setClock } from '#tests/edge/set-clock.ts'
import type { DeviceReport } from '../engine/reading.ts'
import { DeviceLoop } from './device-loop.ts'

const noon = Date.UTC(2026, 10, 23, 11)
const loops: DeviceLoop[] = []
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
})

const start = (
  clock: ReturnType<typeof setClock>,
  read: () => Promise<DeviceReport>,
  more: { id?: string; interval_s?: number } = {},
) => {
  const at: number[] = []
  const said: string[] = []
  let opened = 0
  const device = playedDevice(read)
  const loop = new DeviceLoop({
    entry: { id: 'd1', url: 'modbus-tcp://192.168.1.20', interval_s: 10, ...more },
    clock,
    firstAfterMs: 0,
    open: async () => {
      opened += 1
      return device
    },
    onReport: (_, when) => at.push(when - noon),
    onTurn: () => said.push(loop.link().trouble?.code ?? 'answers'),
    log: () => {},
  })
  loops.push(loop)
  loop.start()
  return { loop, at, said, device, opened: () => opened }
}
const answer = async () => playedReport(playedReading())

describe('an address of the list', () => {
  it('is read at its interval, and a reading has the time at which it ended', async () => {
    const clock = setClock(noon)
    const slow = start(clock, async () => {
      await clock.sleep(3_000, new AbortController().signal)
      return answer()
    })
    await clock.advance(35_000)
    expect(slow.at).toEqual([3_000, 13_000, 23_000, 33_000])
    expect(slow.loop.link()).toMatchObject({ asked: 4, answered: 4, ms: 3_000, at: noon + 33_000 })
  })

  it('E3: one that hangs or is dead delays no other, is asked less often, and says why', async () => {
    const clock = setClock(noon)
    const dead = start(clock, noAnswer)
    const hanging = start(clock, () => new Promise(() => {}))
    const good = start(clock, answer)
    await clock.advance(600_000)
    expect(good.at).toEqual(Array.from({ length: 61 }, (_, n) => n * 10_000))
    expect(dead.loop.link()).toMatchObject({ answered: 0, trouble: { code: 'timeout' } })
    expect(dead.loop.link().asked).toBeLessThan(20)
    expect(dead.loop.link().asked).toBeGreaterThan(9)
    expect(hanging.loop.link()).toMatchObject({ answered: 0, trouble: { code: 'timeout' } })
    expect(hanging.device.closed).toBeGreaterThan(0)
  })

  it('E3: after a trouble it is opened anew, and told when it begins and ends', async () => {
    const clock = setClock(noon)
    let isDead = false
    const one = start(clock, () => (isDead ? noAnswer() : answer()))
    await clock.advance(25_000)
    expect([one.opened(), one.said]).toEqual([1, ['answers']])
    isDead = true
    await clock.advance(60_000)
    isDead = false
    await clock.advance(60_000)
    expect(one.said).toEqual(['answers', 'timeout', 'answers'])
    expect(one.opened()).toBeGreaterThan(2)
  })

  it('E5: a clock that is set makes it neither wait nor hurry, and no reading gets another time than its own', async () => {
    const clock = setClock(noon)
    const one = start(clock, answer)
    await clock.advance(25_000)
    clock.set(noon - 3_600_000)
    await clock.advance(20_000)
    clock.set(noon + 86_400_000)
    await clock.advance(20_000)
    expect(one.at).toEqual([0, 10_000, 20_000, -3_595_000, -3_585_000, 86_405_000, 86_415_000])
  })

  it('E3: after a pause of the machine it reads once, and not all that was missed', async () => {
    const clock = setClock(noon)
    let wait = 0
    const one = start(clock, async () => {
      await clock.sleep(wait, new AbortController().signal)
      return answer()
    })
    await clock.advance(5_000)
    wait = 100_000
    await clock.advance(10_000)
    wait = 0
    await clock.advance(110_000)
    expect(one.at).toEqual([0, 110_000, 120_000])
  })

  it('E3: registers that stand still are readings each time: whoever judges them has their times', async () => {
    const clock = setClock(noon)
    const one = start(clock, answer, { interval_s: 300 })
    await clock.advance(3_600_000)
    expect(one.at).toHaveLength(13)
    expect(new Set(one.at).size).toBe(13)
  })

  it('whoever wants something of the device waits for the reading, and asks for one together with others', async () => {
    const clock = setClock(noon)
    const order: string[] = []
    const one = start(clock, async () => {
      order.push('reads')
      await clock.sleep(1_000, new AbortController().signal)
      order.push('read')
      return answer()
    })
    await clock.advance(0)
    const used = one.loop.use(async () => void order.push('used'))
    const [a, b] = [one.loop.readNow(), one.loop.readNow()]
    await clock.advance(1_000)
    await Promise.all([used, a, b])
    expect(order).toEqual(['reads', 'read', 'used'])
  })

  it('ends in the middle of a reading', async () => {
    const clock = setClock(noon)
    const { promise, reject } = Promise.withResolvers<DeviceReport>()
    const one = start(clock, () => promise)
    await clock.advance(0)
    const stopped = one.loop.stop()
    expect(one.device.closed).toBe(1)
    reject(new Error('closed'))
    await stopped
    await clock.advance(60_000)
    expect(one.loop.link().asked).toBe(1)
  })
})
