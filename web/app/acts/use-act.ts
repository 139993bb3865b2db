import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ActKey, Answer, CallInput } from '../data/call-types.ts'
import { ApiError } from '../data/api-error.ts'
import { call } from '../data/call.ts'
import { useNetwork } from '../data/network.ts'
import { useFailureText } from '../failure/error-state.tsx'
import { readAfter } from '../live/read-after.ts'
import { toast } from '../../kit/toast.tsx'
import { createTries, keptKey, mayBeDone, type KeptAttempt } from './attempt.ts'
import { refusedFields, type Wrong } from './refused-fields.ts'

/** `true`: the form shows it in its own way. */
type Said = string | true | undefined

type ActOptions<F extends string> = {
  /** Fields that a refusal may be about. */
  fields?: readonly F[]
  /** The fields of codes that come without one. */
  fieldOf?: Readonly<Partial<Record<string, F>>>
  /** Hears what was refused before it is said; may have another sentence for it. */
  refused?: (error: unknown) => Said | Promise<Said>
  /** What is said while the phone has no network, and nothing is sent; without it sending is tried. */
  offline?: string
  /** Says what failed in a toast, where no form has a place for it. */
  toasts?: boolean
  /** It is over once what it made old has been read again. */
  fresh?: boolean
  /** Where the attempt lies that has to outlive the page. */
  attempt?: KeptAttempt
}

/** Refused because it is otherwise by now than the person sees it. */
const moved: ReadonlySet<number> = new Set([403, 404, 409, 412])

/** The Idempotency-Key for what is sent. */
export type KeyFor = (body: unknown) => Promise<string>

type Told<F extends string> = { wrong: Wrong<F>; failed: string | undefined }
type Input<K extends ActKey> = Omit<CallInput<K>, 'key' | 'as' | 'signal'>
/** The conditional argument list of `call` cannot be resolved for an open K. */
type AnyCall<K extends ActKey> = (route: K, input: unknown) => Promise<Answer<K>>

/**
 * An act of a person: one at a time; under one Idempotency-Key for as long as the same is tried, and another once it is
 * done, surely was not, or something else is sent. What was refused stands under its field, the rest is `failed`; nothing
 * typed is lost. Afterwards what it made old is read again.
 */
export const useAct = <F extends string = never>({
  fields = [],
  fieldOf = {},
  refused,
  offline,
  toasts = false,
  fresh = false,
  attempt,
}: ActOptions<F> = {}) => {
  const failureText = useFailureText()
  const cut = !useNetwork() && offline !== undefined
  const [tries] = useState(createTries)
  const running = useRef(false)
  const [told, setTold] = useState<Told<F>>({ wrong: {}, failed: undefined })
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ work }: { act: string | null; work: () => Promise<unknown> }) => work(),
  })

  const hear = async (error: unknown): Promise<void> => {
    if (!mayBeDone(error)) tries.done()
    const said = await refused?.(error)
    if (said === true) return
    const wrong = said === undefined ? refusedFields(error, fields, fieldOf) : {}
    if (Object.keys(wrong).length > 0) setTold({ wrong, failed: undefined })
    else if (toasts) toast(said ?? failureText(error), 'failed')
    else setTold({ wrong: {}, failed: said ?? failureText(error) })
  }
  const carryOut = async <T>(act: string | null, work: (keyFor: KeyFor) => Promise<T | null>) => {
    if (running.current || cut) return null
    running.current = true
    setTold({ wrong: {}, failed: undefined })
    try {
      const keyFor: KeyFor = async (body) => (attempt ? keptKey(attempt, body) : tries.keyFor(body))
      const made = (await mutateAsync({ act, work: () => work(keyFor) })) as T | null
      if (made !== null) tries.done()
      return made
    } catch (error) {
      await hear(error)
      return null
    } finally {
      running.current = false
    }
  }
  return {
    busy: isPending,
    /** Which of several is under way. */
    doing: isPending ? variables.act : null,
    wrong: told.wrong,
    failed: cut ? offline : told.failed,
    cut,
    /** Says what is known to be wrong before anything is sent. */
    blame: (wrong: Wrong<F>, failed?: string): void => setTold({ wrong, failed }),
    clear: (field: F): void =>
      setTold((now) => (now.wrong[field] ? { ...now, wrong: { ...now.wrong, [field]: undefined } } : now)),
    /** The answer; null when there is none, and why not has been said. */
    send: <K extends ActKey>(route: K, input: Input<K>): Promise<Answer<K> | null> =>
      carryOut(route, async (keyFor) => {
        try {
          const answer = await (call as AnyCall<K>)(route, { ...input, key: await keyFor([route, input]) })
          const read = readAfter(route)
          if (fresh) await read
          return answer
        } catch (error) {
          if (error instanceof ApiError && moved.has(error.status)) void readAfter(route)
          throw error
        }
      }),
    /** An act that is more than one call, or may wait in the outbox. With null nothing was done, and it has said why. */
    run: <T>(work: (keyFor: KeyFor) => Promise<T | null>): Promise<T | null> => carryOut(null, work),
  }
}
