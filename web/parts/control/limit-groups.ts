import type { Answer } from '../../app/data/call-types.ts'

export type LimitView = Answer<'GET /api/stations/{stationId}/limits'>['inForce'][number]
export type LimitEnd = NonNullable<
  Answer<'GET /api/control/{controlId}'>['control']['devices'][number]['limit']
>
export type Reversion = LimitEnd['reversion']

/** What one person asked for in one go: devices at the same limit. */
export type LimitGroup = {
  key: string
  limits: readonly [LimitView, ...LimitView[]]
  /** Of the last of them. */
  endsAt: number
  timerAt: number | null
  isSet: boolean
}

/** Limits by the act that set them, in their order: one line each, however many devices there are. */
export const groupLimits = (limits: readonly LimitView[]): LimitGroup[] =>
  [
    ...Map.groupBy(limits, ({ controlId, commandId, pct, w }) => `${controlId ?? commandId} ${pct} ${w}`),
  ].flatMap(([key, [first, ...others]]): LimitGroup[] => {
    if (first === undefined) return []
    const all = [first, ...others] as const
    const timers = all.flatMap(({ timerAt }) => timerAt ?? [])
    return [
      {
        key,
        limits: all,
        endsAt: Math.max(...all.map(({ endsAt }) => endsAt)),
        timerAt: timers.length < all.length ? null : Math.max(...timers),
        isSet: all.every(({ setAt }) => setAt !== null),
      },
    ]
  })

/** One limit, or as many as `count` that ended alike. */
const countOf = (limits: readonly { count?: number }[]): number =>
  limits.reduce((sum, { count = 1 }) => sum + count, 0)

/** Who ends them, with how many devices, most first. */
export const countEnders = (
  limits: readonly { reversion: Reversion; count?: number }[],
): [Reversion, number][] =>
  [...Map.groupBy(limits, ({ reversion }) => reversion)]
    .map(([who, own]): [Reversion, number] => [who, countOf(own)])
    .toSorted((a, b) => b[1] - a[1])

const MINUTE = 60_000

/** What became of limits, with how many devices: the same end within the same minute is told once. */
export const countEnds = <Limit extends LimitEnd & { count?: number }>(
  limits: readonly Limit[],
): { limit: Limit; count: number }[] =>
  [
    ...Map.groupBy(limits, ({ endedBy, endedAt, endsAt, ender }) =>
      [endedBy, Math.floor((endedAt ?? endsAt) / MINUTE), ender?.id, ender?.lifted].join(' '),
    ).values(),
  ].flatMap((alike) => alike.slice(0, 1).map((limit) => ({ limit, count: countOf(alike) })))
