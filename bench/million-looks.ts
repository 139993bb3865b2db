import { inTurn } from './asking.ts'
import { figure, median, type Print, quantile } from './figure.ts'
import type { World } from './million.ts'

/** What screens of a million devices take, beside the same of fewer and beside their statements alone. */

/** So many that the p95 hangs on no few: of 60 requests a dozen screens missed their aim in each run, of 240 a few, others each time. */
const TURNS = 720
const ROUNDS = 24
/** Before each round of a screen: its answers are those of somebody who has just looked at it. */
const WARM_UP = 3
/** What is asked without a memory sums up much: a few turns of that take long enough. */
const BARE_MOST_MS = 20_000

/** Runs all of a screen once; null: not known yet. */
type Statements = (() => Promise<number>) | null

/** Whose the screens are. */
type Who = { name: 'own' | 'all'; what: string }

/** Of one screen: what each request took, ms, of both, and its statements alone. */
type Took = { request: number[]; alone: number[]; bare: number[] }
type Asked = { path: string; before: string; took: Took; statements: Statements }

const printOne = (
  print: Print,
  worlds: { small: World; large: World },
  who: Who,
  name: string,
  took: Took,
) => {
  const what = `million.${who.name}.${name}`
  const p95 = quantile(took.request, 0.95)
  const before = quantile(took.alone, 0.95)
  const beside = p95 / quantile(took.bare, 0.95)
  const [large, small] = [worlds.large.devices, worlds.small.devices]
  print(figure(`${what}.overhead`, beside, 'ratio', `p95 beside its statements alone, ${who.what}`, '<= 2'))
  print(
    figure(
      `${what}.growth`,
      p95 / before,
      'ratio',
      `p95 of ${large} devices beside ${small}, ${who.what}`,
      '<= 1.3',
    ),
  )
  const medians = [took.request, took.alone].map((of) => median(of).toFixed(1))
  print(
    figure(
      `${what}.p95`,
      p95,
      'ms',
      `median ${medians[0]}; with ${small} devices ${before.toFixed(1)}, median ${medians[1]}`,
    ),
  )
}

/** Every one in each of some rounds; what fails is asked no more, and the others are all the same. */
const inRounds = async (
  all: Map<string, Asked>,
  print: (name: string, error: unknown) => void,
  once: (one: Asked) => Promise<void>,
): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, one] of all)
      await once(one).catch((error: unknown) => {
        all.delete(name)
        print(name, error)
      })
}

/**
 * Every screen in each of some rounds, so that what happens now and then, as rules that judge all stations every five
 * minutes, meets all of them alike. What is not answered at all has missed its aim, and the others are asked all the same.
 */
export const measure = async (print: Print, small: World, large: World, who: Who): Promise<void> => {
  const people = (world: World): (() => string) => {
    const cookies = who.name === 'own' ? world.own : world.everything
    let asked = 0
    return () => cookies[asked++ % cookies.length] ?? ''
  }
  const [ofLarge, ofSmall] = [people(large), people(small)]
  const all = new Map(
    large.screens.map(({ name, path }, n): [string, Asked] => [
      name,
      {
        path,
        before: small.screens[n]?.path ?? path,
        took: { request: [], alone: [], bare: [] },
        statements: null,
      },
    ]),
  )
  const unanswered = (name: string, error: unknown): void =>
    print(figure(`million.${who.name}.${name}.answered`, 0, 'requests', String(error), '>= 1'))
  await inRounds(all, unanswered, async ({ path, before, took }) => {
    const [request = [], alone = []] = await inTurn({ turns: TURNS / ROUNDS, warmUp: WARM_UP }, [
      () => large.asking.request(path, ofLarge()),
      () => small.asking.request(before, ofSmall()),
    ])
    took.request.push(...request)
    took.alone.push(...alone)
  })
  // Afterwards: without a memory some read all there is, and this program, which looks at the clock, has to clear it away.
  await inRounds(all, unanswered, async (one) => {
    one.statements ??= await large.asking.bare(one.path, ofLarge())
    const turns = { turns: TURNS / ROUNDS, warmUp: WARM_UP, mostMs: BARE_MOST_MS / ROUNDS }
    const [bare = []] = await inTurn(turns, [one.statements])
    one.took.bare.push(...bare)
  })
  for (const [name, { took }] of all) printOne(print, { small, large }, who, name, took)
}
