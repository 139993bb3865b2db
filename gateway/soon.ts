/** Now, or when it is ready: devices that are invented answer at once, real ones take a while. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value: at once where it is there. */
export const soon = <T, Next>(value: Soon<T>, goOn: (value: T) => Soon<Next>): Soon<Next> =>
  value instanceof Promise ? value.then(goOn) : goOn(value)

/** All of them, at once where all are there. */
export const allSoon = <T>(values: readonly Soon<T>[]): Soon<T[]> =>
  values.some((one) => one instanceof Promise) ? Promise.all(values) : (values as T[])
