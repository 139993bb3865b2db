import { type Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Asked = { ms: number; status: number; retryAfterS: number }

/** Milliseconds until an answer was read, and its status; rejects when it was given up. */
export const ask = (url: string, cookie: string, agent: Agent, signal?: AbortSignal): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const options = { agent, headers: { cookie, accept: 'application/json' }, ...(signal ? { signal } : {}) }
    get(url, options, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({
          ms: performance.now() - began,
          status: response.statusCode ?? 0,
          retryAfterS: Number(response.headers['retry-after'] ?? 1),
        }),
      )
      response.on('error', reject)
    }).on('error', reject)
  })

/** Milliseconds of a request. Where an account has asked for as much as it may in a minute, it waits and asks again. */
export const untilAnswered = async (url: string, cookie: string, agent: Agent): Promise<number> => {
  const { ms, status, retryAfterS } = await ask(url, cookie, agent)
  if (status === 200) return ms
  if (status !== 429) throw new Error(`${url}: ${status}`)
  await pause(retryAfterS * 1_000)
  return untilAnswered(url, cookie, agent)
}
