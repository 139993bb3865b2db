import type { Context } from '../../context.ts'

/**
 * Tells the broker that these gateways' logins have ended, and cuts them off. What is stored decides already: a broker
 * that is away learns it when it is back.
 */
export const endLogins = async (
  { logins, mqtt, log }: Pick<Context, 'logins' | 'mqtt' | 'log'>,
  serials: readonly string[],
): Promise<void> => {
  for (const sn of serials) {
    const noted = (error: unknown): void =>
      log.error({ err: error, gateway: sn }, 'a gateway whose login has ended could not be told or cut off')
    await logins.follow(sn).catch(noted)
    await mqtt.disconnect(sn).catch(noted)
  }
}
