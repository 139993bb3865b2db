// `npm run distribute -- --coordinator db.example:5432 --workers db-1.example:5432,db-2.example:5432 [--shards 32]`: prints
// the statements that spread the tables of readings over several machines with Citus. It speaks to no database.
import { parseArgs } from 'node:util'
import { distribution } from '#server/platform/db/distributed.ts'
import { EnvironmentError } from '#server/env.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

const usage =
  'Name the machines: npm run distribute -- --coordinator host:port --workers host:port,host:port [--shards 32]'
const address = /^[a-zA-Z0-9_.-]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/

letReadersLeave()
try {
  const { values } = parseArgs({
    options: {
      coordinator: { type: 'string', default: '' },
      workers: { type: 'string', default: '' },
      shards: { type: 'string', default: '32' },
    },
  })
  const workers = values.workers.split(',')
  if (![values.coordinator, ...workers].every((one) => address.test(one))) throw new EnvironmentError(usage)
  if (!/^[1-9]\d{0,3}$/.test(values.shards))
    throw new EnvironmentError('--shards is a number from 1 to 9999, no smaller than there will be machines')
  const statements = distribution({ coordinator: values.coordinator, workers, shards: Number(values.shards) })
  process.stdout.write(`${statements.join('\n')}\n`)
} catch (error) {
  explainStart(error)
}
