/** Lets the phone paint and answer a finger before more is done. */
export const breath = async (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(null)
  })
