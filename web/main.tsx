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
void run()
