// Walks every creating route of the contract by itself: a new one is proven here without a line.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RouteKey, RouteSpec } from '#contract/http/route.ts'
import { routes } from '#contract/http/routes.ts'
import { testApp } from './app.ts'
import { loadFactories, queryWith, stationIn } from './factories/objects.ts'
import { losingCommits } from './lost-commits.ts'
import { rowPrints } from './trust/rows.ts'

const app = await testApp()
const factories = await loadFactories()
const caller = await app.asRole('plenary')
const commits = losingCommits(app.context.pool)

/** Of what there is only one, a second call is refused whatever became of the first. */
const alone: readonly RouteKey[] = ['POST /api/built-in-edge/hand-out']
const creating = (Object.entries(routes) as [RouteKey, RouteSpec][]).filter(
  ([key, spec]) => spec.idempotent && !alone.includes(key),
)
/** More transactions than any call has; a last one that is not lost ends the walk before. */
const COMMITS = 6

/** Only ever added to, and made one again by a job. */
const marks = new Set(['station_mark', 'gateway_change', 'alarm_total', 'order_total'])
const counts = async (): Promise<Map<string, number>> =>
  new Map(
    Object.entries(await rowPrints(app)).flatMap(([name, print]) =>
      marks.has(name) ? [] : [[name, Number(print.split(' ')[0])]],
    ),
  )

/** The rows that some work added, by table. */
const addedBy = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const before = await counts()
  await work()
  const apart = [...(await counts())].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(apart.filter(([, rows]) => rows !== 0))
}

const callOf = async (key: RouteKey, spec: RouteSpec) => {
  const ids: Record<string, string> = {}
  for (const [name, kind] of Object.entries(spec.objects)) {
    const factory = factories.objects[kind]
    if (!factory) throw new Error(`tests/factories has no factory for ${kind}`)
    ids[name] = await factory(app, caller, stationIn(spec.objects, ids))
  }
  const line = key.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUID())
  const body = spec.body ? { body: factories.bodies[key]?.(ids) as object } : {}
  const given = { ...body, headers: { 'idempotency-key': randomUUID() } }
  return () => caller.request(line + queryWith(factories.queries[key], ids), given)
}

it.each(creating)(
  'L3: %s, repeated because the answer to its commit was lost, makes what it makes once',
  async (key, spec) => {
    const ask = await callOf(key, spec)
    const answer = { status: 0 }
    const once = await addedBy(async () => ({ status: answer.status } = await ask()))
    expect([key, answer.status]).toEqual([key, spec.status ?? 200])
    for (let which = 0; which < COMMITS; which += 1) {
      const again = await callOf(key, spec)
      const state = { lost: false }
      const added = await addedBy(async () => {
        commits.arm(which)
        const first = await again()
        state.lost = commits.wasLost()
        expect([key, which, first.status]).toEqual([key, which, state.lost ? 503 : (spec.status ?? 200)])
        // Of the last turn, which lost nothing, as of an answer that was lost on its way with the key.
        if (!state.lost) await app.owner.query('DELETE FROM idempotency')
        const second = await again()
        // What was done already may also be refused as done.
        expect([200, 201, 400, 404, 409]).toContain(second.status)
      })
      // Less than at first where the first of its kind made more: a count, a subscription that is there now.
      const doubled = Object.entries(added).filter(([name, rows]) => rows > Math.max(0, once[name] ?? 0))
      expect([key, which, doubled]).toEqual([key, which, []])
      if (!state.lost) return
    }
    throw new Error(`${key} has more transactions than are looked at`)
  },
)
