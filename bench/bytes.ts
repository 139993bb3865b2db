import { buildWeb } from '../scripts/build-web.ts'
import { budgets, weighBuiltWeb } from './built-web.ts'
import { type Benchmark, figure } from './figure.ts'

const kB = (bytes: number): number => bytes / 1024

/** What each route weighs, beside its budget. */
export const benchBytes: Benchmark = async (print) => {
  await buildWeb()
  const { first, firstChart, css, further } = weighBuiltWeb()
  const against = 'gzip -9 of the build'
  print(figure('bytes.first', kB(first), 'KB', against, `<= ${kB(budgets.first)}`))
  print(figure('bytes.first.charts', kB(firstChart), 'KB', against, `<= ${kB(budgets.charts)}`))
  print(figure('bytes.css', kB(css), 'KB', against, `<= ${kB(budgets.css)}`))
  for (const { route, all, ours, own, charts } of further) {
    const shared = kB(budgets.shared + (charts ? budgets.charts : 0))
    print(
      figure(
        `bytes.${route}`,
        kB(own),
        'KB',
        `${against}: what only this route loads`,
        `<= ${kB(budgets.further)}`,
      ),
    )
    print(
      figure(
        `bytes.${route}.ours`,
        kB(ours),
        'KB',
        `${against}: with what it shares with others`,
        `<= ${shared}`,
      ),
    )
    print(figure(`bytes.${route}.all`, kB(all), 'KB', `${against}: all beyond home, libraries included`))
  }
}
