import type { ControlValue, DeviceControls, LimitControl, NumberType, RegisterNumber } from './controls.ts'
import { allModels } from './sunspec/models/all-models.ts'
import { numberAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

/** 16 bits of seconds without the mark of "not implemented"; of 704 32 bits, held to the longest of ours, 7 days. */
const MOST_SECONDS = 65_534
const WEEK_SECONDS = 604_800

const point = (model: ReadModel, name: string, scale = 1): RegisterNumber => {
  const found = allModels.get(model.id)?.points.find((one) => one.name === name)
  if (found === undefined) throw new Error(`Model ${model.id} has no point ${name}`)
  const type: NumberType = found.size === 2 ? 'u32' : 'u16'
  return { address: model.address + found.offset, type, order: 'high first', scale }
}

type Step = readonly [name: string, value: ControlValue, scale?: number]

type Names = {
  pct: string
  enable: string
  /** Its own timer, and what the limit is after it. */
  timer: string
  after: Step[]
  most: number
}

const limit = (model: ReadModel, names: Names): LimitControl | null => {
  const power = numberAt(model, `${names.pct}_SF`)
  if (power === null) return null
  const scale = 10 ** power
  const control = (steps: readonly Step[], told: readonly Step[]) => ({
    writes: steps.map(([name, value, by = 1]) => {
      const to = point(model, name, by)
      return { ...to, by: to.type === 'u32' ? ('many' as const) : ('one' as const), value }
    }),
    readBack: told.map(([name, value, by = 1]) => ({ ...point(model, name, by), value })),
  })
  // A register that says "not implemented" is no timer, whatever it takes: then the edge ends the limit.
  const hasTimer = numberAt(model, names.timer) !== null
  const timed: Step[] = hasTimer ? [...names.after, [names.timer, 'seconds']] : []
  const set: Step[] = [[names.pct, 'asked', scale], ...timed, [names.enable, 1]]
  const asked: Step[] = [
    [names.pct, 'asked', scale],
    [names.enable, 1],
  ]
  const lift: Step[] = [
    [names.enable, 0],
    [names.pct, 100, scale],
  ]
  return {
    set: control(set, asked),
    lift: control(lift, [[names.enable, 0]]),
    min: 0,
    max: 100,
    reverts: hasTimer ? { min: 1, max: names.most } : null,
  }
}

const limiting = (model: ReadModel | undefined) =>
  numberAt(model, 'WMaxLimPct') === null ? undefined : model

/** What the models of a device let be written; null = nothing. */
export const sunSpecControls = (device: readonly ReadModel[]): DeviceControls | null => {
  const of = (wanted: number) => device.find(({ id, decoded }) => id === wanted && decoded !== null)
  const [older, der] = [of(123), of(704)]
  const model = limiting(der) ?? limiting(older)
  if (model === undefined) return null
  const isDer = model.id === 704
  const limitPct = limit(
    model,
    isDer
      ? {
          pct: 'WMaxLimPct',
          enable: 'WMaxLimPctEna',
          timer: 'WMaxLimPctRvrtTms',
          after: [
            ['WMaxLimPctRvrt', 100, 10 ** (numberAt(model, 'WMaxLimPct_SF') ?? 0)],
            ['WMaxLimPctEnaRvrt', 0],
          ],
          most: WEEK_SECONDS,
        }
      : {
          pct: 'WMaxLimPct',
          enable: 'WMaxLim_Ena',
          timer: 'WMaxLimPct_RvrtTms',
          after: [],
          most: MOST_SECONDS,
        },
  )
  return limitPct === null ? null : { switch: connecting(older), restart: null, limitPct, limitW: null }
}

/** 123 connects an inverter to the grid and disconnects it. */
const connecting = (model: ReadModel | undefined): DeviceControls['switch'] => {
  if (model === undefined || numberAt(model, 'Conn') === null) return null
  const write = (value: number) => ({
    writes: [{ ...point(model, 'Conn'), by: 'one' as const, value }],
    readBack: [{ ...point(model, 'Conn'), value }],
  })
  return { on: write(1), off: write(0) }
}
