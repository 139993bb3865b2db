// Set-up of each database file. Modules are loaded once for all of them, so what each has opened is closed from here: a
// hook in the module itself would be that of the first file alone.
import { afterAll } from 'vitest'
import { undoAll } from './database.ts'

afterAll(undoAll)
