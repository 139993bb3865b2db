/** A broker that does not answer within this time counts as silent. */
const patienceMs = 5_000

/** Resolves with `work`, rejects when it takes longer than five seconds. */
export async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer from the MQTT broker`)), patienceMs)
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
