import pino, {
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  type Level,
  type Logger,
} from 'pino'

/** Names under which a value is never written, in any spelling (`setupCode`, `setup_code`, `X-Setup-Code`). */
const secretName =
  /passw|secret|token|cookie|authorization|setup[-_]?code|claim[-_]?code|phone|credential|private[-_]?key/i
/** The password in `postgresql://user:password@host`. */
const addressPassword = /(\/\/[^\s/:@]*:)[^\s/@]+@/g
const deepest = 6
export const hidden = '[hidden]'

/** A copy fit for the log: secrets replaced by name at any depth, passwords cut out of addresses. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(addressPassword, `$1${hidden}@`)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof Date) return value
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) && item !== null && item !== undefined ? hidden : withoutSecrets(item, depth + 1),
    ]),
  )
}

/** Only these fields of an error: a database error also carries the values of the row it is about. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    stack: withoutSecrets(error.stack),
    ...(error.cause !== undefined && depth < deepest
      ? { cause: withoutSecrets(error.cause, depth + 1) }
      : {}),
  }
}

/** The server's log: one JSON object a line, on standard output unless `destination` says otherwise. */
export function createLog(
  level: Level | 'silent',
  destination: DestinationStream = pino.destination(1),
): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields) as Record<string, unknown>,
      },
      serializers: { err: (described: unknown) => described },
      hooks: {
        logMethod(args, method) {
          const words = args.length === 1 ? [...args, ...messageOf(args[0])] : args
          method.apply(
            this,
            words.map((word) => (typeof word === 'string' ? withoutSecrets(word) : word)) as typeof args,
          )
        },
      },
    },
    destination,
  )
  // pino formats the fields of a line but not those given to a child logger; children inherit this method.
  const child = log.child
  log.child = function cleanChild(this: Logger, fields: Bindings, options?: ChildLoggerOptions) {
    return Reflect.apply(child, this, [withoutSecrets(fields), options])
  } as typeof child
  return log
}

/** An error logged without words is described by its own message, which pino would take over unseen. */
function messageOf(first: unknown): readonly string[] {
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : first
  return error instanceof Error ? [error.message] : []
}
