import mqtt from 'mqtt'
import { type BrokerAddress, connectionOptions } from './client-transport.ts'

/** A command of Mosquitto's dynamic-security plugin, by its documentation. */
export type Command = { command: string } & Record<string, unknown>
/** `error` is absent when the command was carried out. */
export type Answer = { command: string; error?: string; data?: Record<string, unknown> }
/** Carries out commands in their order. @throws BrokerSilent */
export type Control = (commands: readonly Command[]) => Promise<Answer[]>

/** No connection or no answer: the broker is away, or nobody there understands. */
export class BrokerSilent extends Error {
  override name = 'BrokerSilent'
  /** Whether there was a connection. */
  readonly connected: boolean

  constructor(message: string, connected: boolean) {
    super(message)
    this.connected = connected
  }
}

const topic = '$CONTROL/dynamic-security/v1'
/** A role with its rules takes 2 KB, and that broker takes no message above 64 KB. */
const mostAtOnce = 20

const readAnswers = (payload: Buffer): Answer[] => {
  const said = JSON.parse(payload.toString()) as { responses?: Answer[] }
  return said.responses ?? []
}

export type BrokerControl = {
  /**
   * A connection of its own for `work`: the broker ends every connection of a login whose rights change, also ours.
   * @throws BrokerSilent
   */
  session: <T>(work: (control: Control) => Promise<T>) => Promise<T>
}

/** `patienceMs`: how long a broker may take to answer. */
export const createBrokerControl = (
  address: BrokerAddress & { clientId: string; patienceMs?: number },
): BrokerControl => {
  const { patienceMs = 5_000 } = address
  let sessions = 0
  return {
    async session(work) {
      sessions += 1
      const client = mqtt.connect(address.url, {
        ...connectionOptions(address),
        clientId: `${address.clientId}-control-${process.pid}-${sessions}`,
        clean: true,
        reconnectPeriod: 0,
      })
      const { promise: end, reject: ended } = Promise.withResolvers<never>()
      end.catch(() => undefined)
      client.on('error', (error) => ended(new BrokerSilent(error.message, false)))
      client.on('close', () => ended(new BrokerSilent('the connection ended', true)))
      const wait = async <T>(what: Promise<T>, connected: boolean): Promise<T> => {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new BrokerSilent('no answer', connected)), patienceMs)
        })
        try {
          return await Promise.race([what, end, late])
        } finally {
          clearTimeout(timer)
        }
      }
      try {
        await wait(new Promise<void>((resolve) => void client.once('connect', () => resolve())), false)
        await wait(
          client.subscribeAsync(`${topic}/response`, { qos: 1 }).catch(() => []),
          true,
        )
        return await work(async (commands) => {
          const answers: Answer[] = []
          for (let from = 0; from < commands.length; from += mostAtOnce) {
            const some = commands.slice(from, from + mostAtOnce)
            const heard = new Promise<Answer[]>((resolve) => {
              client.once('message', (_, payload) => resolve(readAnswers(payload)))
            })
            client.publish(topic, JSON.stringify({ commands: some }), { qos: 1 })
            answers.push(...(await wait(heard, true)))
          }
          return answers
        })
      } finally {
        client.removeAllListeners('close')
        client.end(true)
      }
    },
  }
}
