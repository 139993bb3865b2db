import { breath } from './boot/breath.ts'

// Each import runs a file of libraries or of the app. All are on their way already; run in one go they would keep a
// slow phone from everything else for half a second.
await import('./boot/react.ts')
await breath()
await import('./boot/routing.ts')
await breath()
await import('./boot/frame.ts')
await breath()
const { start } = await import('./boot/start.tsx')
await start(breath)
