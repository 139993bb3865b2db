// `npm run prove [-- supply files rules edge command-kill upgrade-kill broker servers rabbit failover kill postgres fuzz soak wall protections browsers offline quality]
// [--rounds N] [--minutes N] [--gateways N] [--captures DIR] [--from REVISION] [--resume]`, of the edge also single parts (`edge captures chains store fuzz
// kills outage limits load`): the long form of what `npm test` shows in short, part by part; each says what
// it counted. `--resume` leaves out what held before on these very files. It ends by itself; the last line counts the
// parts, and a red one makes the exit code 1. How long each takes: docs/operations.md, "Proof".
import { join } from 'node:path'
import { runWhole } from './prove/whole.ts'

process.exitCode = await runWhole([join(import.meta.dirname, 'prove/parts.ts'), ...process.argv.slice(2)])
