import { createSocket } from 'node:dgram'

/** What loggers of Solarman listen to. Source: their protocol, as libraries describe it. */
const PORT = 48_899
const QUESTION = 'WIFIKIT-214028-READ'
const ANSWER_MS = 1_500

/** The serial number of a logger, which whoever speaks to it has to know; null = it says none. */
export const askLogger = (host: string): Promise<number | null> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    const end = (serial: number | null): void => {
      clearTimeout(timer)
      socket.removeAllListeners('message')
      socket.close()
      resolve(serial)
    }
    const timer = setTimeout(() => end(null), ANSWER_MS)
    socket.once('error', () => end(null))
    socket.on('message', (answer, from) => {
      if (from.address !== host) return
      const serial = /^[\d.]+,[0-9A-Fa-f:]{12,17},(\d{1,10})\s*$/.exec(answer.toString('latin1'))?.[1]
      end(serial === undefined ? null : Number(serial))
    })
    socket.send(QUESTION, PORT, host, (error) => {
      if (error) end(null)
    })
  })
