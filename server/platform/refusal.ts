import type { WhyNot } from '#domain/accounts/permission-names.ts'
import type { Permission } from '#domain/accounts/permissions.ts'
import type { ErrorCode } from '#domain/errors.ts'

export type Problem = { code: ErrorCode; field?: string }

export type RefusalDetail = {
  /** Dotted path of the field it concerns, `body` fields without a prefix. */
  field?: string
  problems?: readonly Problem[]
  retryAfterS?: number
  /** On `forbidden`: the permission that is missing. */
  needs?: Permission
  /** On `forbidden` where no permission decides: what does. */
  why?: WhyNot
  /** On `version_stale`: the present state as the route's own view shows it. */
  current?: unknown
}

/** An expected no, with a code of the closed list. Any other error is answered `internal`. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: RefusalDetail

  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
  }
}

export const refuse = (code: ErrorCode, detail: RefusalDetail = {}): never => {
  throw new Refusal(code, detail)
}
