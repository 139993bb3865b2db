import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../../features/accounts/guesses.ts'
import { Refusal } from '../../platform/refusal.ts'
import './request-caller.ts'

export type RateLimits = {
  /** @throws Refusal `too_many` */
  ofAddress: (request: FastifyRequest) => Promise<void>
  /** Of the request's caller. */
  ofAccount: (request: FastifyRequest) => Promise<void>
}

/** Requests a minute. Generous: whole companies stand behind one address, and a phone loads a screen in a few calls. */
export const usualRates = { perAddress: 6_000, perAccount: 1_200 }
/** A phone fetches the whole app, some hundred files, once a version: that takes nothing from what it asks of the API. */
const FILES_FACTOR = 10

/** Counts in memory, for each server of an installation by itself. Only a trusted proxy's word changes an address. */
export const createRateLimits = async (
  app: FastifyInstance,
  rates: typeof usualRates,
): Promise<RateLimits> => {
  await app.register(rateLimit, { global: false })
  const timeWindow = 60_000
  const byAddress = app.createRateLimit({
    max: rates.perAddress,
    timeWindow,
    keyGenerator: (request) => addressKey(request.ip),
  })
  const filesByAddress = app.createRateLimit({
    max: rates.perAddress * FILES_FACTOR,
    timeWindow,
    keyGenerator: (request) => `files ${addressKey(request.ip)}`,
  })
  const byAccount = app.createRateLimit({
    max: rates.perAccount,
    timeWindow,
    keyGenerator: (request) => request.caller?.who?.accountId ?? '',
  })
  const enforce = async (limit: typeof byAddress, request: FastifyRequest): Promise<void> => {
    const result = await limit(request)
    if (!result.isAllowed && result.isExceeded) {
      throw new Refusal('too_many', { retryAfterS: Math.max(1, result.ttlInSeconds) })
    }
  }
  return {
    ofAddress: (request) => enforce(request.url.startsWith('/h5/') ? filesByAddress : byAddress, request),
    ofAccount: (request) => enforce(byAccount, request),
  }
}
