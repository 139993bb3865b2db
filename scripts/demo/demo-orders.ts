import { randomUUID } from 'node:crypto'
import { type ChecklistAnswer, checklists } from '#domain/work-orders/checklists.ts'
import type { OrderPriority, OrderType } from '#domain/work-orders/order-states.ts'
import type { Who } from '#server/features/accounts/who.ts'
import { hearAlarm } from '#server/features/alarms/hear-alarm.ts'
import type { Context } from '#server/context.ts'
import { commentOnOrder } from '#server/features/work-orders/comment-on-order.ts'
import { createOrder } from '#server/features/work-orders/create-order.ts'
import { changeSafety } from '#server/features/work-orders/station-safety.ts'
import { type Asked, takeAction } from '#server/features/work-orders/take-action.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import type { Fault } from '#simulator/faults.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { invertersOf, type StationSpec } from '#simulator/station-spec.ts'
import { workingFrom, workTimes } from './demo-hours.ts'
import type { Incident } from './demo-incidents.ts'
import { whoIs } from './demo-people.ts'
import { sendPicture } from './demo-pictures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Role = 'installer' | 'maintainer' | 'owner'
type Step = { by: Role; afterMs: number } & (
  | { no: 1 | 14; to: Role }
  | { no: 2 | 4 | 7 }
  | { no: 3 | 6; text: string }
  | { no: 5; text: string }
  | { no: 10; text: string }
  | { no: 11; text: string; next: 12 | 13 }
  | { no: 16; text: string }
  | { no: 'comment'; text: string; photo?: true }
)
type Past = {
  /** A gateway of the station. */
  gateway: string
  by: Role
  type: OrderType
  priority: OrderPriority
  name: string
  description: string
  agoMs: number
  /** Planned: begins and ends so long after the order was made. */
  plan: { startMs: number; endMs: number; minutes: number }
  /** An alarm of a blown string that the order takes, made within half an hour of it. */
  alarm?: { sn: string; code: string; string: number }
  photo?: boolean
  steps: Step[]
}

const dispatch = (afterMs = 20 * MINUTE, to: Role = 'maintainer'): Step => ({
  by: 'installer',
  no: 1,
  to,
  afterMs,
})
const accept: Step = { by: 'maintainer', no: 2, afterMs: 35 * MINUTE }
const say = (by: Role, afterMs: number, text: string, photo?: true): Step => ({
  by,
  no: 'comment',
  afterMs,
  text,
  ...(photo && { photo }),
})
const start = (afterMs: number): Step => ({ by: 'maintainer', no: 4, afterMs })
const plan = (startMs: number, endMs: number, minutes: number) => ({ startMs, endMs, minutes })

const shanghai = 'A2304110002'
const talatan = 'A2112250013'

/** One of every type and in every status, as they came about. */
const past: readonly Past[] = [
  {
    gateway: shanghai,
    by: 'maintainer',
    type: 'alarm',
    priority: 'high',
    name: '2 号逆变器组串 5 无电流',
    description: '组串 5 电流为零，其他组串正常，疑似熔断器或连接器问题。',
    agoMs: 41 * DAY,
    plan: plan(2 * HOUR, 8 * HOUR, 120),
    alarm: { sn: shanghai, code: '2013', string: 5 },
    photo: true,
    steps: [
      dispatch(),
      { by: 'maintainer', no: 3, text: '当天在塔拉滩电站，无法到场', afterMs: 30 * MINUTE },
      dispatch(15 * MINUTE),
      accept,
      start(2 * HOUR),
      {
        by: 'maintainer',
        no: 5,
        text: '组串 5 熔断器熔断，已更换同型号熔断器，电流恢复正常。',
        afterMs: 70 * MINUTE,
      },
      { by: 'installer', no: 11, next: 12, text: '请补充更换后的照片', afterMs: 40 * MINUTE },
      { by: 'maintainer', no: 5, text: '已补充照片，电流与其他组串一致。', afterMs: 25 * MINUTE },
      { by: 'installer', no: 10, text: '核实曲线恢复，同意关闭', afterMs: HOUR },
    ],
  },
  {
    gateway: talatan,
    by: 'installer',
    type: 'inspection',
    priority: 'low',
    name: '季度巡检',
    description: '按季度巡检表检查组件、支架、电缆与逆变器。',
    agoMs: 27 * DAY,
    plan: plan(DAY, 3 * DAY, 360),
    steps: [
      dispatch(),
      accept,
      start(20 * HOUR),
      {
        by: 'maintainer',
        no: 5,
        text: '共检查 4 台逆变器，东侧两排组件积灰较重，已安排清洗。',
        afterMs: 5 * HOUR,
      },
      { by: 'installer', no: 10, text: '', afterMs: 2 * HOUR },
    ],
  },
  {
    gateway: shanghai,
    by: 'owner',
    type: 'repair',
    priority: 'middle',
    name: '屋顶护栏松动',
    description: '检修通道护栏有两处松动。',
    agoMs: 12 * DAY,
    plan: plan(DAY, 2 * DAY, 60),
    steps: [
      say('installer', 30 * MINUTE, '护栏松动的是哪一侧？上屋面前先拉好警戒带。'),
      say('owner', 40 * MINUTE, '北侧检修口旁，两根立柱。', true),
      { by: 'owner', no: 16, text: '物业已自行修复', afterMs: 5 * HOUR },
    ],
  },
  {
    gateway: talatan,
    by: 'maintainer',
    type: 'repair',
    priority: 'high',
    name: '箱变风扇异响',
    description: '箱变侧散热风扇异响，需更换轴承。',
    agoMs: 2 * DAY,
    plan: plan(4 * HOUR, 3 * DAY, 180),
    photo: true,
    steps: [
      dispatch(),
      accept,
      start(5 * HOUR),
      { by: 'maintainer', no: 5, text: '更换风扇轴承，运行 30 分钟无异响。', afterMs: 2 * HOUR },
    ],
  },
  {
    gateway: shanghai,
    by: 'installer',
    type: 'repair',
    priority: 'most_urgent',
    name: '组串 2 更换接头',
    description: '巡检发现组串 2 接头有烧蚀痕迹，请断电后更换并测量极性。',
    agoMs: 5 * HOUR,
    plan: plan(HOUR, 9 * HOUR, 480),
    photo: true,
    steps: [
      dispatch(),
      accept,
      start(40 * MINUTE),
      say('maintainer', 15 * MINUTE, '已断开直流侧并验电。正极接头外壳烧蚀，负极完好。', true),
      say('installer', 8 * MINUTE, '两极接头一起更换，用同一品牌的 MC4。换下的请带回。'),
      say('maintainer', 6 * MINUTE, '收到，备件在车上，预计半小时内完成。'),
    ],
  },
  {
    gateway: talatan,
    by: 'installer',
    type: 'inspection',
    priority: 'middle',
    name: '接线盒红外测温',
    description: '对 2 号逆变器所属接线盒做红外测温，超过 70 °C 的拍照记录。',
    agoMs: 3 * DAY,
    plan: plan(DAY, 2 * DAY, 240),
    steps: [dispatch(), accept],
  },
  {
    gateway: shanghai,
    by: 'installer',
    type: 'repair',
    priority: 'middle',
    name: '更换 1 号网关天线',
    description: '信号强度长期偏低，更换外置天线。',
    agoMs: 3 * HOUR,
    plan: plan(DAY, 2 * DAY, 60),
    steps: [dispatch()],
  },
  {
    gateway: talatan,
    by: 'installer',
    type: 'installation',
    priority: 'low',
    name: '加装关断器',
    description: '为东区两串加装组件级关断器。',
    agoMs: DAY,
    plan: plan(5 * DAY, 7 * DAY, 960),
    steps: [],
  },
]

/** Of the alarm that the rules raise of a blown fuse: it goes on, so it is under processing as long as the order is. */
const underWay: Past = {
  gateway: shanghai,
  by: 'installer',
  type: 'alarm',
  priority: 'high',
  name: '组串 5 电流为零，检查熔断器',
  description: '规则发现组串 5 电流远低于同路组串，请检查熔断器和接头。',
  agoMs: 2 * HOUR,
  plan: plan(HOUR, 9 * HOUR, 480),
  steps: [
    dispatch(),
    accept,
    start(20 * MINUTE),
    say('maintainer', 10 * MINUTE, '组串 5 开路电压正常，熔断器两端不通，应为熔断器熔断。', true),
    say('installer', 6 * MINUTE, '仓库有同型号备件，先量一下绝缘再换。'),
  ],
}

/** What was read off the meter and the camera: a string of eighteen modules with its connectors apart, on a dry day. */
const measured: Readonly<Record<string, number>> = {
  open_voltage_v: 812,
  insulation_mohm: 6.4,
  hottest_c: 46,
}
/** As the reports say it. */
const found: Readonly<Record<string, string>> = { cause: 'fuse', part_serial: '6205-2RS 24118' }

const answersFor = async (
  context: Context,
  who: Who,
  now: number,
  type: OrderType,
): Promise<ChecklistAnswer[]> => {
  const answers: ChecklistAnswer[] = []
  for (const item of checklists[type]) {
    if (item.kind === 'photo' || item.kind === 'signature') {
      const kind = item.kind === 'signature' ? 'signature' : 'after'
      answers.push({ key: item.key, value: null, fileId: await sendPicture(context, who, now, kind) })
    } else if (item.kind === 'choice')
      answers.push({ key: item.key, value: found[item.key] ?? item.choices[0]?.key ?? '', fileId: null })
    else if (item.kind === 'text')
      answers.push({ key: item.key, value: found[item.key] ?? null, fileId: null })
    else if (item.kind === 'number')
      answers.push({ key: item.key, value: measured[item.key] ?? item.good?.to ?? 38, fileId: null })
  }
  return answers
}

const askedOf = async (
  context: Context,
  step: Exclude<Step, { no: 'comment' }>,
  given: { who: Who; now: number; people: ReadonlyMap<Role, Who>; type: OrderType; no: string },
): Promise<Asked> => {
  const { who, now, people, type } = given
  if (step.no === 1 || step.no === 14) return { no: step.no, handlerId: people.get(step.to)?.accountId ?? '' }
  if (step.no === 3 || step.no === 6) return { no: step.no, reason: step.text }
  if (step.no === 16) return { no: 16, reason: step.text, confirmation: given.no }
  if (step.no === 11) return { no: 11, remark: step.text, next: step.next }
  if (step.no === 10) return { no: 10, ...(step.text === '' ? {} : { remark: step.text }) }
  if (step.no !== 5) return { no: step.no }
  return {
    no: 5,
    report: step.text,
    checklist: await answersFor(context, who, now, type),
    images: [await sendPicture(context, who, now, 'after')],
  }
}

/** What the tracker of a string and the others of its inverter carry, as the readings of that moment say. */
const trackerCurrents = (
  spec: StationSpec,
  fault: Fault,
  { sn, string, at }: { sn: string; string: number; at: number },
): { i: number; median: number } => {
  const station = simulateDevices(spec, { counters: plausibleCounters(spec, at), faults: [fault] })
  const trackers = station.readingsAt(at).find((one) => one.sn === sn)?.m.mppt ?? []
  const strings = invertersOf(spec).find((one) => one.sn === sn)?.strings ?? []
  const own = strings.find(({ n }) => n === string)?.mppt
  const alone = trackers.filter(({ n }) => strings.filter(({ mppt }) => mppt === n).length === 1)
  const others = alone.flatMap(({ n, i }) => (n === own || i == null ? [] : [i])).sort((a, b) => a - b)
  const [i, median] = [trackers.find(({ n }) => n === own)?.i, others[Math.floor(others.length / 2)]]
  if (i == null || median === undefined) throw new Error(`${sn} says nothing of string ${string}`)
  return { i, median }
}

/** An alarm of a string, told by its gateway; gives its id. */
const raised = async (
  context: Context,
  { sn, code, string }: NonNullable<Past['alarm']>,
  { spec, fault, from: at }: Incident,
  seq: number,
): Promise<string> => {
  const instance = String(string)
  const ctx = trackerCurrents(spec, fault, { sn, string, at })
  const device = await context.db
    .selectFrom('device')
    .innerJoin('device as gateway', 'gateway.id', 'device.gateway_id')
    .innerJoin('gateway_link', 'gateway_link.device_id', 'gateway.id')
    .select(['device.id', 'gateway.sn', 'gateway_link.boot'])
    .where('device.sn', '=', sn)
    .executeTakeFirst()
  if (!device?.boot) throw new Error(`no gateway of ${sn} has come up`)
  const aid = `${sn}:${code}:${instance}`
  const said = {
    v: 1,
    boot: device.boot,
    seq,
    ev: 'raise',
    aid,
    sn,
    code,
    lvl: 'important',
    ts: at,
    ctx,
  } as const
  await hearAlarm(context, device.sn, said, at)
  const alarm = await context.db
    .selectFrom('alarm')
    .select('id')
    .where('device_id', '=', device.id)
    .where('code', '=', code)
    .where('status', '=', 'unsolved')
    .executeTakeFirstOrThrow()
  return alarm.id
}

/** Past the messages of past alarms: within a boot a gateway counts on. */
const FIRST_SEQ = 10_000

type People = ReadonlyMap<Role, Who>
const peopleOf = async (context: Context): Promise<People> =>
  new Map<Role, Who>([
    ['installer', await whoIs(context, 'installer')],
    ['maintainer', await whoIs(context, 'maintainer')],
    ['owner', await whoIs(context, 'owner')],
  ])

type Taken = { alarmId: string; instances: string[] }
type Making = { people: People; administrator: Who; now: number }

/** One order and what became of it, made about `meant` in working hours of its station; gives the station. */
const writeOrder = async (
  context: Context,
  { people, administrator, now }: Making,
  one: Past,
  meant: number,
  alarms: Taken[],
): Promise<string> => {
  const who = people.get(one.by) ?? administrator
  const { station_id: stationId, time_zone: zone } = await context.db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['device.station_id', 'station.time_zone'])
    .where('device.sn', '=', one.gateway)
    .executeTakeFirstOrThrow()
  const times = workTimes(
    { meant, now, zone },
    one.steps.map(({ afterMs }) => afterMs),
  )
  let at = times[0] ?? meant
  const call = (person: Who) => ({
    who: person,
    now: at,
    requestId: 'demo',
    ip: '127.0.0.1',
    language: 'zh_CN' as const,
  })
  const plannedStartAt = workingFrom(at + one.plan.startMs, zone)
  const id = await createOrder(context, call(who), {
    type: one.type,
    stationId,
    name: one.name,
    priority: one.priority,
    description: one.description,
    plannedStartAt,
    plannedEndAt: Math.max(workingFrom(at + one.plan.endMs, zone), plannedStartAt + HOUR),
    plannedMinutes: one.plan.minutes,
    ...(alarms.length > 0 && { alarms }),
    images: one.photo ? [await sendPicture(context, who, at, 'before')] : [],
  })
  for (const [nth, step] of one.steps.entries()) {
    at = times[nth + 1] ?? at
    const person = people.get(step.by) ?? administrator
    if (step.no === 'comment') {
      const images = step.photo ? [await sendPicture(context, person, at, 'before')] : []
      await commentOnOrder(context, call(person), {
        id,
        comment: { text: step.text, images },
        actId: randomUUID(),
      })
      continue
    }
    const { version, no } = await context.db
      .selectFrom('work_order')
      .select(['version', 'no'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const asked = await askedOf(context, step, { who: person, now: at, people, type: one.type, no })
    await takeAction(context, call(person), { id, version, asked })
  }
  return stationId
}

/** An order that is being worked at, made of what the rules have found; none where they have found nothing yet. */
export const writeOrderUnderWay = async (
  context: Context,
  administrator: Who,
  now: number,
): Promise<boolean> => {
  const found = await context.db
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .innerJoin('alarm_item', 'alarm_item.alarm_id', 'alarm.id')
    .select(['alarm.id', 'alarm_item.instance'])
    .where('device.sn', '=', underWay.gateway)
    .where('alarm.code', '=', 'RULE-STRING-CURRENT')
    .where('alarm.status', '=', 'unsolved')
    .execute()
  const [first] = found
  if (!first) return false
  const instances = found.filter(({ id }) => id === first.id).map(({ instance }) => instance)
  const making = { people: await peopleOf(context), administrator, now }
  await writeOrder(context, making, underWay, now - underWay.agoMs, [{ alarmId: first.id, instances }])
  return true
}

/** Orders of the past weeks in every status, made by the server's own operations with the clock of that moment. */
export const writePastOrders = async (
  context: Context,
  administrator: Who,
  now: number,
  incidents: readonly Incident[],
): Promise<void> => {
  const making = { people: await peopleOf(context), administrator, now }
  const stations = new Set<string>()
  let seq = FIRST_SEQ
  for (const one of past) {
    const { alarm } = one
    const incident =
      alarm && incidents.find(({ fault }) => fault.name === 'string-fuse' && fault.inverter === alarm.sn)
    // An order of an alarm is made where there was one, in daylight.
    const alarms =
      alarm && incident
        ? [
            {
              alarmId: await raised(context, alarm, incident, (seq += 1)),
              instances: [String(alarm.string)],
            },
          ]
        : []
    const madeAt = incident ? incident.from + 30 * MINUTE : now - one.agoMs
    stations.add(await writeOrder(context, making, one, madeAt, alarms))
  }
  for (const stationId of stations)
    await changeSafety(context, { who: administrator, now, requestId: 'demo', ip: '127.0.0.1' }, stationId, {
      access: '门卫处登记领取屋面钥匙，工作日 8:00–17:30；车辆停放在北门。',
      hazards: '屋面有采光带，禁止踩踏；西侧临边无护栏。',
      safety: '两人作业，全程佩戴安全带；直流侧断开后等待 5 分钟并验电；雷雨、大风天气停止屋面作业。',
    })
}
