import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contract/http/route.ts'
import { lacking, notAllowedHere } from '#domain/accounts/permission-names.ts'
import type { ErrorCode, Language } from '#domain/errors.ts'
import { errors, sentence } from '#domain/errors.ts'
import { databaseUnavailable, pgCode } from '../../platform/db/trouble.ts'
import { StoreTrouble } from '../../platform/files/store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { languagesFor } from './language.ts'
import { UnreadableJson } from './strict-json.ts'

/** Codes of Fastify's own errors: https://fastify.dev/docs/latest/Reference/Errors */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** PostgreSQL: disk full. Node: no space left. */
const isFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(pgCode(error) ?? '')

/** What a thrown thing means to the caller. Everything unforeseen is `internal`, and only the log learns more. */
export const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof UnreadableJson) return new Refusal('not_readable')
  if (isFull(error)) return new Refusal('storage_full')
  if (databaseUnavailable(error)) return new Refusal('unavailable', { retryAfterS: 2 })
  if (error instanceof StoreTrouble) return new Refusal('unavailable', { retryAfterS: 5 })
  const code = pgCode(error) ?? ''
  const known = ofFastify[code]
  if (known) return new Refusal(known)
  if (code.startsWith('FST_ERR_CTP') || code.startsWith('FST_ERR_VALIDATION'))
    return new Refusal('not_readable')
  // What Fastify's plugins throw at a caller's fault: a path that leads out of the app's folder, an unreadable header.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 403 || status === 404) return new Refusal('not_found')
  if (status >= 400 && status < 500) return new Refusal('not_readable')
  return new Refusal('internal')
}

const errorBody = (refusal: Refusal, request: FastifyRequest, own: Language): ErrorBody => {
  const languages = languagesFor(request.headers['accept-language'], own)
  /** Who names no language (a program, a terminal) may read either. */
  const inWords = (say: (language: Language) => string): string => languages.map(say).join(' / ')
  const { field, problems, retryAfterS, needs, why, current } = refusal.detail
  const said = (language: Language): string =>
    needs !== undefined
      ? lacking(needs, language)
      : why === undefined
        ? sentence(refusal.code, language)
        : notAllowedHere(why, language)
  return {
    error: {
      code: refusal.code,
      message: inWords(said),
      ...(field === undefined ? {} : { field }),
      ...(problems === undefined
        ? {}
        : {
            problems: problems.map((one) => ({
              ...one,
              message: inWords((language) => sentence(one.code, language)),
            })),
          }),
      requestId: request.id,
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      ...(needs === undefined ? {} : { needs }),
      ...(current === undefined ? {} : { current }),
    },
  }
}

export type AnswerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** `own`: the language of the installation. */
export const createErrorAnswer =
  (own: Language): AnswerError =>
  async (error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.code === 'internal') request.log.error({ err: error }, 'a request failed')
    else if (reply.raw.destroyed) request.log.debug({ err: error }, 'whoever asked has left')
    else if (refusal.code === 'unavailable' || refusal.code === 'storage_full') {
      request.log.warn({ err: error }, 'a request could not be served')
    }
    // A list of problems means that the values were wrong, whatever status the first code has elsewhere.
    const status = refusal.detail.problems ? 400 : errors[refusal.code].status
    if (refusal.detail.retryAfterS !== undefined) void reply.header('retry-after', refusal.detail.retryAfterS)
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(errorBody(refusal, request, own))
  }
