import { createSocket } from 'node:dgram'

/** What radios of inverters listen to. Source: the protocol of Solarman's loggers and of GoodWe's, as libraries describe it. */
const PORT = 48_899
const QUESTION = 'WIFIKIT-214028-READ'
const ANSWER_MS = 1_500

/** Who answers: a logger of Solarman by its serial, which whoever speaks to it has to know; a radio of GoodWe. */
export type Logger = { maker: 'solarman'; serial: number } | { maker: 'goodwe' }

/** null = nobody that is known here. */
export const loggerOf = (answer: string): Logger | null => {
  const name = /^[\d.]+,[0-9A-Fa-f:]{12,17},([\w-]{1,32})\s*$/.exec(answer)?.[1]
  if (name === undefined) return null
  if (/^\d{1,10}$/.test(name)) return { maker: 'solarman', serial: Number(name) }
  return /^solar-wifi/i.test(name) ? { maker: 'goodwe' } : null
}

/** Asks one address. */
export const askLogger = (host: string, signal: AbortSignal, port = PORT): Promise<Logger | null> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    const end = (logger: Logger | null): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.removeAllListeners('message')
      socket.close()
      resolve(logger)
    }
    const stop = (): void => end(null)
    const timer = setTimeout(stop, ANSWER_MS)
    socket.once('error', stop)
    socket.on('message', (answer, from) => {
      if (from.address === host) end(loggerOf(answer.toString('latin1')))
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else
      socket.send(QUESTION, port, host, (error) => {
        if (error) stop()
      })
  })
