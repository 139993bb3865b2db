/** Lets the phone paint and answer a finger before more is done. */
const breath = async (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(null)
  })

// Each import runs a file of libraries or of the app. All are on their way already; run in one go they would keep a
// slow phone from everything else for half a second.
const run = async (): Promise<void> => {
  await import('./boot/react.ts')
  await breath()
  await import('./boot/routing.ts')
  await breath()
  const { start } = await import('./boot/frame.ts')
  await breath()
  await start(breath)
}
// The first sum of money or time of day makes a browser read its tables of languages and zones, which keeps a slow
// phone for a tenth of a second. Read on another thread meanwhile, they are there for this one too.
const readsTables = (): Worker => new Worker(new URL('boot/read-tables.ts', import.meta.url))
readsTables()
void run()
