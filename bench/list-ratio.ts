import type { Db } from '#server/platform/db/handle.ts'
import { type Print, figure, quantile } from './figure.ts'

/** How a page of a long list compares with reading one of its rows by primary key, in the same run. */

const RUNS = 25

const timed = async (work: (run: number) => Promise<unknown>): Promise<number> => {
  // The first two warm plans and pages.
  for (const run of [0, 1]) await work(run)
  const took: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now()
    await work(run)
    took.push(performance.now() - from)
  }
  return quantile(took, 0.5)
}

export type ListCase = {
  name: string
  read: (db: Db) => Promise<unknown>
  /** Times the primary-key read. */ aim?: number
}

/** One figure a case: median time over that of `byKey`. */
export const listRatios = async (
  db: Db,
  print: Print,
  given: { name: string; byKey: (run: number) => Promise<unknown>; cases: readonly ListCase[] },
): Promise<void> => {
  const key = await timed(given.byKey)
  print(figure(`${given.name}: one row by primary key`, key, 'ms', 'median'))
  for (const { name, read, aim } of given.cases) {
    const took = await timed(() => read(db))
    const against = `a read by primary key, ${key.toFixed(2)} ms; this took ${took.toFixed(2)} ms`
    print(
      figure(
        `${given.name}: ${name}`,
        took / key,
        'times',
        against,
        aim === undefined ? undefined : `<= ${aim}`,
      ),
    )
  }
}
