import { useMemo, useRef, useState } from 'react'
import type { ErrorCode } from '#domain/errors.ts'
import { isKnown, valueAt, type Codes } from './field-codes.ts'

type Within<K extends string, T> = T extends readonly unknown[]
  ? K
  : T extends object
    ? K | `${K}.${keyof T & string}`
    : K
/** A field by its name; one of an object within as `object.field`. */
export type FieldName<V> = { [K in keyof V & string]: Within<K, NonNullable<V[K]>> }[keyof V & string]
type Held<V, K> = K extends keyof V ? V[K] : undefined
type ValueOf<V, N extends string> = N extends `${infer K}.${infer Inner}`
  ? K extends keyof V
    ? Held<NonNullable<V[K]>, Inner> | (null extends V[K] ? undefined : never)
    : never
  : Held<V, N>

type State<V> = { values: V; changed: ReadonlySet<string>; left: ReadonlySet<string>; refused: Codes }
const none: ReadonlySet<string> = new Set()

const withValue = <V extends object>(values: V, name: string, value: unknown): V => {
  const [outer = name, inner] = name.split('.')
  if (inner === undefined) return { ...values, [name]: value }
  const object = (values as Record<string, unknown>)[outer] as object | null
  return { ...values, [outer]: { ...object, [inner]: value } }
}

export type Form<V> = {
  values: V
  /** What is wrong, by field: the rules' codes, and what the server has refused of what stands there. */
  codes: Codes
  /** At this moment, for what happens faster than a form is drawn. */
  present: () => V
  change: (change: Partial<V>) => void
  /** Judged anew, the server's refusals forgotten. */
  check: () => Codes
  blame: (refused: Codes) => void
  /** One field, with its code as soon as a person may know it: when it is left, was tried, or cannot become right. */
  field: <N extends FieldName<V>>(
    name: N,
    tried?: boolean,
  ) => {
    value: ValueOf<V, N>
    set: (value: ValueOf<V, N>) => void
    onBlur: () => void
    code: ErrorCode | undefined
  }
}

/** A form whose fields are judged by the server's own rules while they are typed. `onChange` keeps its draft. */
export const useForm = <V extends object>(
  start: V,
  rules: (values: V) => Codes,
  onChange: (values: V) => void,
): Form<V> => {
  const now = useRef(start)
  const [state, setState] = useState<State<V>>({ values: start, changed: none, left: none, refused: {} })
  const { values, changed, left, refused } = state
  const codes = useMemo(() => ({ ...rules(values), ...refused }), [rules, values, refused])
  const take = (next: V, names: readonly string[]): void => {
    now.current = next
    setState((old) => ({
      ...old,
      values: next,
      changed: new Set([...old.changed, ...names]),
      refused: Object.fromEntries(Object.entries(old.refused).filter(([name]) => !names.includes(name))),
    }))
    onChange(next)
  }
  const blame = (codesOf: Codes): void => setState((old) => ({ ...old, refused: codesOf }))
  return {
    values,
    codes,
    present: () => now.current,
    change: (change) => take({ ...now.current, ...change }, Object.keys(change)),
    check: () => {
      blame({})
      return rules(now.current)
    },
    blame,
    field: (name, tried = false) => {
      const value = valueAt(values, name)
      const code = codes[name]
      const isLeft = tried || left.has(name) || refused[name] !== undefined
      const isShown = code !== undefined && (isLeft || changed.has(name)) && isKnown(code, isLeft, value)
      return {
        value: value as never,
        set: (next) => take(withValue(now.current, name, next), [name]),
        onBlur: () => setState((old) => ({ ...old, left: new Set([...old.left, name]) })),
        code: isShown ? code : undefined,
      }
    },
  }
}
