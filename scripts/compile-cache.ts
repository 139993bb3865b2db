// Loaded before a server: what its modules are compiled to is kept, and the next start is a third quicker.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'))
