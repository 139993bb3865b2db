import type { ErrorBody } from '#contract/http/route.ts'
import type { Permission } from '#domain/accounts/permissions.ts'
import type { ErrorCode } from '#domain/errors.ts'

/** `no_connection`: no answer came at all; `unreadable`: something between answered, not the server. */
export type FailureCode = ErrorCode | 'no_connection' | 'unreadable'

type Problem = { code: ErrorCode; field?: string; message: string }

/** What a call fails with. `message` is the server's sentence in the person's language, empty without an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: FailureCode
  readonly field: string | undefined
  readonly problems: readonly Problem[]
  readonly requestId: string | undefined
  readonly retryAfterS: number | undefined
  /** On `forbidden`: the permission that is missing. */
  readonly needs: Permission | undefined
  /** On `version_stale`: the present state. */
  readonly current: unknown
  constructor(
    status: number,
    code: FailureCode,
    message = '',
    more: Partial<Omit<ErrorBody['error'], 'code' | 'message'>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.field = more.field
    this.problems = more.problems ?? []
    this.requestId = more.requestId
    this.retryAfterS = more.retryAfterS
    this.needs = more.needs
    this.current = more.current
  }

  /** True when trying the same again may help. */
  get passing(): boolean {
    return (
      this.status === 0 ||
      this.status === 429 ||
      this.status === 502 ||
      this.status === 503 ||
      this.status === 504
    )
  }
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' &&
  value !== null &&
  'error' in value &&
  typeof value.error === 'object' &&
  value.error !== null &&
  'code' in value.error

/** Reads an error answer, whoever gave it. */
export const errorFrom = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) return new ApiError(response.status, 'unreadable')
  const { code, message, ...more } = body.error
  return new ApiError(response.status, code, message, more)
}
