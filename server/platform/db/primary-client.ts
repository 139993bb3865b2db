import { Client, type ClientConfig } from 'pg'
import { nameIn } from './known-statement.ts'

type Parameter = { parameterName: string; parameterValue: string }

/**
 * A connection that refuses a standby, as one that cannot answer now: what was committed may not have come there yet, and
 * nothing can be written. Whoever looks for the primary may be led there for a moment, while another takes over. No
 * question is asked for it: PostgreSQL says so of itself (`in_hot_standby`, from version 14). It prepares what is `knownAs` a
 * name once.
 */
export class PrimaryClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
      const standby = new Error('this is a standby of the database')
      this.connection.stream.destroy(Object.assign(standby, { code: '57P03' }))
    })
  }
}

/** What a statement is asked with, by its name where it has one. */
const byName = (given: readonly unknown[]): readonly unknown[] => {
  const [text, values, ...rest] = given
  const name = typeof text === 'string' && Array.isArray(values) ? nameIn(text) : null
  return name === null ? given : [{ name, text, values }, ...rest]
}

// As one function: the driver declares a dozen of them.
Object.defineProperty(PrimaryClient.prototype, 'query', {
  value(this: Client, ...given: unknown[]): unknown {
    return Reflect.apply(Client.prototype.query, this, byName(given))
  },
  configurable: true,
  // Whoever watches one connection puts something in its place.
  writable: true,
})
