import { afterEach, describe, expect, it } from 'vitest'
import { printTable, rowOf, type Row } from './compared.ts'
import { hasData, noData } from './definitions.ts'
import { emulate, hasPymodbus, noPymodbus, runEdge, stopEmulators, whenServed } from './emulator.ts'
import { goodWeCaptures, type GoodWeCapture } from './goodwe-captures.ts'
import { notGiven } from './given.ts'
import { hasPython, noPython, otherSide } from './other-side.ts'

const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
  stopEmulators()
})
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
const zeros = (words: number) => '0000'.repeat(words)
const inverter = async (play: object) => {
  const side = await otherSide('serve-goodwe.py', play)
  running.push(side.stop)
  return side
}

describe('probe of an inverter of GoodWe that Python plays', () => {
  it('prints what came with the captures', async ({ skip }) => {
    skip(!hasPython || !hasData, hasPython ? noData : noPython)
    const rows: Row[] = []
    const wrong: string[] = []
    const one = async ({ name, isTcp, play, points }: GoodWeCapture): Promise<void> => {
      if (points === null) return
      const { port } = await inverter(play)
      const { code, out, said } = await runEdge([
        'probe',
        `goodwe://127.0.0.1:${port}${isTcp ? '?over=tcp' : ''}`,
      ])
      expect({ name, code, said }).toEqual({ name, code: 0, said: '' })
      try {
        const report = JSON.parse(out) as { profile: string; model: string | null; readings: [] }
        wrong.push(...notGiven(report))
        rows.push(rowOf(name, points(report)))
      } catch (error) {
        wrong.push(String(error))
      }
    }
    // They wait for families that do not answer: four at a time.
    const left = goodWeCaptures()
    const some = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await one(next)
    }
    await Promise.all([some(), some(), some(), some()])
    rows.sort((a, b) => (a.file < b.file ? -1 : 1))
    printTable('GoodWe', rows)
    expect(wrong).toEqual([])
    expect(rows.length).toBeGreaterThan(25)
  })
})

describe('the radio of an inverter of GoodWe', () => {
  /** 230.0 V, 4321 W, in work mode 1. */
  const running = `${zeros(18)}08fc${zeros(8)}000010e10001${zeros(43)}`
  const blocks = [
    {
      unit: 127,
      first: 30_001,
      words: `${zeros(3)}${hex('5010KDTU000W0000')}${hex('GW10K-DT  ')}${zeros(24)}`,
    },
    { unit: 127, first: 30_100, words: running },
  ]

  it.each(['split', 'glued', 'deaf', 'noisy'])(
    'is understood when its answers are %s',
    async (mood) => {
      const { port, said } = await inverter({ blocks, mood })
      const { code, out, said: trouble } = await runEdge(['probe', `goodwe://127.0.0.1:${port}`])
      expect({ code, trouble }).toEqual({ code: 0, trouble: '' })
      expect(JSON.parse(out)).toMatchObject({
        profile: 'goodwe-dt',
        model: 'GW10K-DT',
        readings: [{ sn: '5010KDTU000W0000', st: 'grid', m: { p: 4321, u: [230, 0, 0] } }],
      })
      // The meter, which it does not have, it is asked for once.
      expect(
        said.filter((request) => request === '7f0375f3000f' || String(request).startsWith('7f0375f3')).length,
      ).toBe(mood === 'deaf' || mood === 'noisy' ? 2 : 1)
    },
    60_000,
  )

  it('that is silent is a trouble in words', async () => {
    const { port, stop } = await inverter({ blocks: [] })
    const silent = await runEdge(['probe', `goodwe://127.0.0.1:${port}`])
    expect(silent).toMatchObject({ code: 1, out: '' })
    expect(silent.said).toMatch(/does not answer in time/)
    stop()
  }, 60_000)
})

const wordsOf = (text: string): number[] =>
  Array.from({ length: text.length / 4 }, (_, index) =>
    Number.parseInt(text.slice(index * 4, index * 4 + 4), 16),
  )

describe('an inverter of GoodWe at Modbus TCP', () => {
  it.each([
    [
      'goodwe-dt',
      {
        30001: `${zeros(3)}${hex('5010KDTU000W0000')}${hex('GW10K-DT  ')}${zeros(24)}`,
        30100: `${zeros(18)}08fc${zeros(8)}000010e10001${zeros(43)}`,
      },
    ],
    [
      'goodwe-et',
      {
        35000: `000127100001${hex('9010KETU000W0000')}${hex('GW10K-ET  ')}${zeros(17)}`,
        35100: `${zeros(38)}10e1${zeros(86)}`,
      },
    ],
  ])('is recognised as %s, and nothing has to be said of it', async (profile, served) => {
    if (!hasPymodbus) return console.log(noPymodbus)
    const holding = Object.fromEntries(Object.entries(served).map(([at, text]) => [at, wordsOf(text)]))
    const { at } = await emulate({ holding }, 247)
    const { code, out, said } = await whenServed(`modbus-tcp://127.0.0.1:${at}?unit=247`)
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(JSON.parse(out)).toMatchObject({ profile, brand: 'GoodWe', readings: [{ m: { p: 4321 } }] })
  })
})
