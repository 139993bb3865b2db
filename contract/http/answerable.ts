import type { ErrorCode } from '#domain/errors.ts'
import type { RouteSpec } from './route.ts'
import { commonErrors } from './route.ts'

/** Every code a route can answer: its own, what its declaration implies, and what all routes can. */
export const answerableCodes = (spec: RouteSpec): ErrorCode[] => {
  const takesInput = spec.body !== undefined || spec.query !== undefined
  return [
    ...new Set<ErrorCode>([
      ...commonErrors,
      'cross_site',
      'wrong_host',
      'wrong_type',
      'too_large',
      'storage_full',
      ...(takesInput ? (['required', 'too_long'] as const) : []),
      ...(spec.idempotent ? (['key_missing', 'key_reused', 'key_running'] as const) : []),
      ...(spec.expensive ? (['busy'] as const) : []),
      ...(spec.fresh ? (['sign_in_again'] as const) : []),
      ...(spec.versioned ? (['version_missing', 'version_stale'] as const) : []),
      ...(spec.errors ?? []),
    ]),
  ]
}
