import type { OrderType } from './order-states.ts'

type Both = { en: string; zh_CN: string }
const both = (en: string, zh_CN: string): Both => ({ en, zh_CN })

/** One line of a checklist. `required`: without an answer the report cannot be sent. */
export type ChecklistItem = { key: string; required: boolean; label: Both } & (
  | {
      kind: 'number'
      unit: string
      /** What can be measured at all; beyond it a number is a slip of the finger. */
      min: number
      max: number
      decimals: number
      /** Where it is well; outside it the answer is marked, and accepted. */
      good: { from: number | null; to: number | null } | null
    }
  | { kind: 'choice'; choices: readonly { key: string; label: Both; good: boolean }[] }
  | { kind: 'photo' }
  | { kind: 'signature' }
  | { kind: 'text'; max: number }
)

const yesNo = [
  { key: 'yes', label: both('Yes', '是'), good: true },
  { key: 'no', label: both('No', '否'), good: false },
] as const
const condition = [
  { key: 'good', label: both('Good', '良好'), good: true },
  { key: 'worn', label: both('Worn, watch it', '老化，需关注'), good: false },
  { key: 'damaged', label: both('Damaged', '损坏'), good: false },
  { key: 'not_checked', label: both('Not checked', '未检查'), good: false },
] as const

const safe: ChecklistItem = {
  key: 'isolated',
  required: true,
  kind: 'choice',
  label: both('Isolated and checked for voltage before work', '作业前已断电并验明无电'),
  choices: [
    ...yesNo,
    { key: 'not_needed', label: both('Not needed for this work', '本次作业无需断电'), good: true },
  ],
}
const signature: ChecklistItem = {
  key: 'signature',
  required: true,
  kind: 'signature',
  label: both('Signature of the person who did the work', '作业人员签名'),
}
const after: ChecklistItem = {
  key: 'photo_after',
  required: true,
  kind: 'photo',
  label: both('Photo after the work', '作业后照片'),
}
/** IEC 62446-1, insulation resistance of arrays below 500 V and above: at least 1 MΩ. */
const insulation = (required: boolean): ChecklistItem => ({
  key: 'insulation_mohm',
  required,
  kind: 'number',
  label: both('Insulation resistance, array against earth', '方阵对地绝缘电阻'),
  unit: 'MΩ',
  min: 0,
  max: 10_000,
  decimals: 2,
  good: { from: 1, to: null },
})
const openVoltage = (required: boolean): ChecklistItem => ({
  key: 'open_voltage_v',
  required,
  kind: 'number',
  label: both('Open-circuit voltage of the string', '组串开路电压'),
  unit: 'V',
  min: 0,
  max: 1500,
  decimals: 1,
  good: null,
})

/**
 * What is checked and written down with the report, by type of order. Numbers say their unit and what can be; which
 * values are well is marked and never refused: the handler writes what was measured.
 */
export const checklists: Readonly<Record<OrderType, readonly ChecklistItem[]>> = {
  alarm: [
    safe,
    {
      key: 'cause',
      required: true,
      kind: 'choice',
      label: both('Cause that was found', '故障原因'),
      choices: [
        { key: 'connector', label: both('Connector or cable', '连接器或电缆'), good: true },
        { key: 'fuse', label: both('Fuse or breaker', '熔断器或断路器'), good: true },
        { key: 'module', label: both('Module', '组件'), good: true },
        { key: 'device', label: both('Device itself', '设备本体'), good: true },
        { key: 'grid', label: both('Grid', '电网'), good: true },
        { key: 'network', label: both('Network', '通讯网络'), good: true },
        { key: 'shade', label: both('Shade or dirt', '遮挡或积灰'), good: true },
        { key: 'none', label: both('Nothing found', '未发现异常'), good: false },
      ],
    },
    openVoltage(false),
    insulation(false),
    after,
    signature,
  ],
  repair: [
    safe,
    {
      key: 'part_replaced',
      required: true,
      kind: 'choice',
      label: both('Was a part replaced?', '是否更换部件'),
      choices: [
        { key: 'yes', label: both('Yes', '是'), good: true },
        { key: 'no', label: both('No', '否'), good: true },
      ],
    },
    {
      key: 'part_serial',
      required: false,
      kind: 'text',
      max: 60,
      label: both('Serial number of the new part', '新部件序列号'),
    },
    openVoltage(false),
    insulation(false),
    after,
    signature,
  ],
  installation: [
    safe,
    {
      key: 'torque_nm',
      required: true,
      kind: 'number',
      label: both('Torque of the clamps', '压块紧固力矩'),
      unit: 'N·m',
      min: 0,
      max: 100,
      decimals: 1,
      good: null,
    },
    openVoltage(true),
    insulation(true),
    {
      key: 'polarity',
      required: true,
      kind: 'choice',
      label: both('Polarity of all strings checked', '全部组串极性已检查'),
      choices: yesNo,
    },
    {
      key: 'earth_ohm',
      required: true,
      kind: 'number',
      label: both('Earth resistance', '接地电阻'),
      unit: 'Ω',
      min: 0,
      max: 1000,
      decimals: 2,
      good: { from: null, to: 4 },
    },
    {
      key: 'photo_label',
      required: true,
      kind: 'photo',
      label: both('Photo of the type plate', '设备铭牌照片'),
    },
    after,
    signature,
  ],
  inspection: [
    {
      key: 'modules',
      required: true,
      kind: 'choice',
      label: both('Modules: glass, frames, dirt', '组件：玻璃、边框、积灰'),
      choices: condition,
    },
    {
      key: 'mounting',
      required: true,
      kind: 'choice',
      label: both('Mounting and roof', '支架与屋面'),
      choices: condition,
    },
    {
      key: 'cables',
      required: true,
      kind: 'choice',
      label: both('Cables and connectors', '电缆与连接器'),
      choices: condition,
    },
    {
      key: 'inverter',
      required: true,
      kind: 'choice',
      label: both('Inverter: fans, seals, indicators', '逆变器：风扇、密封、指示灯'),
      choices: condition,
    },
    {
      key: 'hottest_c',
      required: false,
      kind: 'number',
      label: both('Hottest connector (thermal camera)', '连接器最高温度（热像仪）'),
      unit: '°C',
      min: -40,
      max: 250,
      decimals: 1,
      good: { from: null, to: 70 },
    },
    insulation(false),
    { key: 'photo_overview', required: true, kind: 'photo', label: both('Photo of the array', '方阵照片') },
    signature,
  ],
}

/** One answer: a number, a choice's key or text as `value`, a picture as `fileId`. */
export type ChecklistAnswer = { key: string; value: number | string | null; fileId: string | null }

export type ChecklistProblem = { key: string; code: 'required' | 'invalid_input' | 'too_long' }

const hasDecimals = (value: number, decimals: number): boolean => {
  const scaled = value * 10 ** decimals
  return Math.abs(scaled - Math.round(scaled)) > 1e-6
}

const problemOf = (
  item: ChecklistItem,
  answer: ChecklistAnswer | undefined,
): ChecklistProblem['code'] | null => {
  const isPicture = item.kind === 'photo' || item.kind === 'signature'
  const given = isPicture ? (answer?.fileId ?? null) : (answer?.value ?? null)
  if (given === null || given === '') return item.required ? 'required' : null
  if (isPicture) return answer?.value === null ? null : 'invalid_input'
  if (answer?.fileId !== null) return 'invalid_input'
  if (item.kind === 'number') {
    if (typeof given !== 'number' || !(given >= item.min && given <= item.max)) return 'invalid_input'
    return hasDecimals(given, item.decimals) ? 'invalid_input' : null
  }
  if (typeof given !== 'string') return 'invalid_input'
  if (item.kind === 'text') return [...given].length > item.max ? 'too_long' : null
  return item.choices.some(({ key }) => key === given) ? null : 'invalid_input'
}

/**
 * What is wrong with the answers to a type's checklist; empty when a report can be sent with them. `partly`: what was
 * measured so far, so that nothing is missed.
 */
export const checkAnswers = (
  type: OrderType,
  answers: readonly ChecklistAnswer[],
  partly = false,
): ChecklistProblem[] => {
  const items = checklists[type]
  const strange = answers.filter(
    ({ key }, at) =>
      !items.some((item) => item.key === key) || answers.findIndex((one) => one.key === key) !== at,
  )
  return [
    ...strange.map(({ key }): ChecklistProblem => ({ key, code: 'invalid_input' })),
    ...items.flatMap((item): ChecklistProblem[] => {
      const code = problemOf(
        item,
        answers.find(({ key }) => key === item.key),
      )
      return code === null || (partly && code === 'required') ? [] : [{ key: item.key, code }]
    }),
  ]
}

/** Whether an answer says that all is well; null where nothing can be said. */
export const isGood = (item: ChecklistItem, answer: ChecklistAnswer): boolean | null => {
  if (item.kind === 'choice') return item.choices.find(({ key }) => key === answer.value)?.good ?? null
  if (item.kind !== 'number' || item.good === null || typeof answer.value !== 'number') return null
  const { from, to } = item.good
  return (from === null || answer.value >= from) && (to === null || answer.value <= to)
}
