import { gatewaySerialPattern } from '#contract/mqtt/topics.ts'
import type { PublishRequest, Refusal } from './access.ts'
import { mayLeaveWill } from './access.ts'
import type { ConnectLimits } from './connect-limits.ts'

/** MQTT 3.1.1, table 3.1. */
const returnCodes: Partial<Record<Refusal, number>> = {
  client_id: 2,
  too_many_failures: 3,
  too_many_logins: 3,
  login_unavailable: 3,
  credentials: 4,
}
const notAuthorized = 5
const longestSecret = 256

/** A refused login, with what CONNACK says. */
export class LoginRefused extends Error {
  override name = 'LoginRefused'
  readonly reason: Refusal
  readonly returnCode: number

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
    this.returnCode = returnCodes[reason] ?? notAuthorized
  }
}

/** What CONNECT asks for: the gateway, or why it cannot be one. */
export type LoginRequest = { gateway: string } | { refusal: Refusal }

/**
 * Client id, user name and serial are one and the same, in the serial's normal form: a second connection can only
 * take over a session whose secret it knows.
 */
export function readLogin(connect: {
  clientId: string
  username?: string | undefined
  will?: PublishRequest | undefined
}): LoginRequest {
  const { clientId, username, will } = connect
  if (username === undefined) return { refusal: 'anonymous' }
  if (username !== clientId || !gatewaySerialPattern.test(clientId)) return { refusal: 'client_id' }
  if (will !== undefined && !mayLeaveWill(clientId, will)) return { refusal: 'will' }
  return { gateway: clientId }
}

/**
 * Checks a login; resolves with the gateway.
 * @throws LoginRefused
 */
export async function checkLogin(
  request: LoginRequest,
  password: Buffer | undefined,
  about: { address: string; now: () => number; limits: ConnectLimits },
  authenticate: (gateway: string, secret: string) => Promise<'yes' | 'no' | 'unavailable'>,
): Promise<string> {
  const { address, now, limits } = about
  const fail = (reason: Refusal): never => {
    limits.failed(address, now())
    throw new LoginRefused(reason)
  }
  if ('refusal' in request) return fail(request.refusal)
  if (password === undefined) return fail('anonymous')
  if (password.length > longestSecret) return fail('credentials')
  const { gateway } = request
  if (!limits.hasBeenIn(gateway, address, password) && limits.tooManyFailures(address, now()))
    throw new LoginRefused('too_many_failures')
  const answer = await authenticate(gateway, password.toString('utf8'))
  if (answer === 'unavailable') throw new LoginRefused('login_unavailable')
  if (answer === 'no') return fail('credentials')
  limits.gotIn(gateway, address, password)
  if (!limits.login(gateway, now())) throw new LoginRefused('too_many_logins')
  return gateway
}
