import { givesPower, sleepsWithoutLight } from '#domain/devices/kinds.ts'
import { joinedName } from '../alarms/joined-name.ts'
import { partsOfInstance } from '#domain/alarms/same-cause.ts'
import type * as z from 'zod/mini'
import type { verification as contractVerification } from '#contract/http/work-orders.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { isAboutString } from '#domain/work-orders/subjects.ts'
import {
  earliestAnswer,
  HOURS_NEEDED,
  isDark,
  isUnseen,
  LEAST_LIGHT,
  LEAST_SHARE,
  lightSteps,
  medianAt,
  verify,
  type VerificationAnswer,
} from '#domain/work-orders/verification.ts'
import { dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type Cells, type Compared, currentCells, powerCells } from './repair-cells.ts'
import { deviceToCompare } from '../devices/find-devices.ts'
import { trackerOfString } from '../arrays/array-store.ts'
import { alarmsOfOrder, type Window } from './repair-store.ts'
import { latestSignal } from '../telemetry/reading-store.ts'
import { linkState } from '../devices/gateway-link-store.ts'
import type { ShownOrder } from './find-shown-orders.ts'

type View = z.output<typeof contractVerification>
type Curve = NonNullable<View['before']>

const DAY = 86_400_000
/** What was measured longer ago than this says nothing about now. */
const NEWEST = 3 * DAY
const EXCHANGES_MAX = 10

type Subject = {
  device: Compared
  /** A tracker of the inverter. */
  instance: string | null
  tracker: number | null
  faultAt: number
}

/** The device that stands there now: a part that was exchanged is judged by the new one. */
const presentDevice = async (db: Db, id: string, left = EXCHANGES_MAX): Promise<Compared | null> => {
  const device = await deviceToCompare(db, id)
  if (!device) return null
  const { replaced_by: next, removed_at: removedAt, ...rest } = device
  if (next !== null && left > 0) return presentDevice(db, next, left - 1)
  return removedAt === null ? rest : null
}

/** `MPPT 2` names a tracker; a bare number a string, which hangs on one. */
const trackerOf = async (db: Db, inverterId: string, stored: string): Promise<number | null> => {
  const { instance } = partsOfInstance(stored)
  const named = /^MPPT ?(\d+)$/i.exec(instance)?.[1]
  if (named !== undefined) return Number(named)
  if (!/^\d+$/.test(instance)) return null
  const string = await trackerOfString(db, inverterId, instance)
  return string?.mppt_no ?? Number(instance)
}

const subjectOf = async (db: Db, row: ShownOrder): Promise<Subject | null> => {
  const alarms = await alarmsOfOrder(db, row.id, row.about_alarm_id)
  const [worst] = alarms
  const deviceId = row.device_id ?? worst?.device_id
  if (deviceId === undefined) return null
  const device = await presentDevice(db, deviceId)
  if (device === null) return null
  const about = alarms.find((alarm) => alarm.device_id === deviceId)
  const faultAt = Math.min(row.initiated_at, ...alarms.map((alarm) => alarm.first_at))
  const isString = device.kind === 'inverter' && about !== undefined && isAboutString(about.code)
  const instance = isString ? (about.instance ?? '1') : null
  return {
    device,
    instance,
    tracker: instance === null ? null : await trackerOf(db, device.id, instance),
    faultAt,
  }
}

const curveOf = (cells: Cells, window: Window, day: string, least: number): Curve => {
  const steps = [...new Set([...cells.own.keys(), ...cells.peers.flatMap((one) => [...one.keys()])])].sort(
    (a, b) => a - b,
  )
  const light = new Set(lightSteps(cells.peers, least))
  return {
    day,
    from: window.from,
    to: window.to,
    ts: steps.map((step) => window.from + step * window.stepMs),
    own: steps.map((step) => cells.own.get(step) ?? null),
    peers: steps.map((step) => medianAt(cells.peers, step)),
    light: steps.map((step) => light.has(step)),
  }
}

const viewOf = (subject: Subject, since: number | null, given: Partial<View>): View => {
  const { device, instance } = subject
  return {
    answer: 'not_enough_light',
    figure: 'power',
    unit: '',
    device: { id: device.id, kind: device.kind, sn: device.sn, name: device.name },
    instance: instance === null ? null : partsOfInstance(instance).instance,
    joined: instance === null ? null : joinedName(instance),
    own: null,
    median: null,
    share: null,
    leastShare: LEAST_SHARE,
    peers: 0,
    hours: 0,
    hoursNeeded: HOURS_NEEDED,
    fromAt: null,
    toAt: null,
    least: { of: 'none', value: 0, unit: '' },
    since,
    earliestAt: null,
    before: null,
    after: null,
    ...given,
  }
}

/** Nothing can have been measured so far; of an order that was closed so soon nothing will be. */
const tooEarly = (
  row: ShownOrder,
  until: number,
  earliestAt: number | null,
): Pick<View, 'answer' | 'earliestAt'> | null =>
  earliestAt === null || until >= earliestAt
    ? null
    : { answer: 'too_early', earliestAt: row.closed_at === null ? earliestAt : null }

/** Nobody can have seen it recover: no figure stands for it, but when there can be one. Under clouds it may come later. */
const afterDark = (row: ShownOrder, until: number, from: number, stepMs: number): Partial<View> => {
  const nothing = { own: null, median: null, share: null, hours: 0 }
  if (row.closed_at !== null) return { ...nothing, answer: 'too_early', earliestAt: null }
  const earliestAt = earliestAnswer(from, HOURS_NEEDED * 3_600_000 + stepMs, signedPosition(row))
  return earliestAt !== null && earliestAt <= until
    ? { ...nothing, answer: 'not_enough_light' }
    : { ...nothing, answer: 'dark', earliestAt }
}

/** A shutdown device is well when it is closed and hears its keep-alive, all else when it reports. */
const bySignal = async (
  db: Db,
  row: ShownOrder,
  subject: Subject,
  since: number | null,
  until: number,
): Promise<View> => {
  const { device } = subject
  const latest = await latestSignal(db, device.no)
  const link = await linkState(db, device.id)
  const isGateway = device.kind === 'gateway'
  const isSwitch = device.kind === 'shutdown'
  const heardAt = isGateway ? (latest?.received_at ?? link?.birth_at ?? null) : (latest?.ts ?? null)
  const isNew = heardAt !== null && heardAt >= (since ?? 0) && heardAt <= until + NEWEST
  const isWell = isGateway
    ? link?.connected === true
    : !isSwitch || (latest?.closed === true && latest.keepalive === true)
  // Twice the interval: it reports, and what it reports arrives. Without the sun what sleeps says nothing.
  const neededMs = 2 * row.report_min * 60_000
  const earliestAt =
    since === null
      ? null
      : sleepsWithoutLight(device.kind)
        ? earliestAnswer(since, neededMs, signedPosition(row))
        : since + neededMs
  const early = isNew || (isGateway && link?.connected === false) ? null : tooEarly(row, until, earliestAt)
  const answer: VerificationAnswer = isNew && isWell ? 'back_among_peers' : 'not_yet'
  return viewOf(subject, since, {
    answer,
    ...early,
    figure: isSwitch ? 'shutdown' : 'link',
    own: isNew ? Number(isWell) : null,
    hoursNeeded: 0,
    fromAt: isNew ? heardAt : null,
    toAt: isNew ? heardAt : null,
  })
}

const byFigures = async (
  db: Db,
  row: ShownOrder,
  subject: Subject,
  since: number | null,
  until: number,
): Promise<View> => {
  const { device, tracker, faultAt } = subject
  const stepMs = row.report_min * 60_000
  const least =
    tracker === null
      ? device.kind === 'inverter'
        ? LEAST_LIGHT.inverter
        : LEAST_LIGHT.optimizer
      : LEAST_LIGHT.current
  const cellsIn = (window: Window): Promise<Cells> =>
    tracker === null ? powerCells(db, device, window) : currentCells(db, device, tracker, window, faultAt)
  const dayWindow = (ts: number): Window & { day: string } => {
    const day = dayAt(ts, row.time_zone)
    return {
      day,
      from: dayStartAt(day, row.time_zone),
      to: Math.min(until, dayEndAt(day, row.time_zone)),
      stepMs,
    }
  }
  const window = { from: Math.max(since ?? 0, until - NEWEST), to: until, stepMs }
  const [whole, before, after] = await Promise.all([
    cellsIn(window),
    cellsIn(dayWindow(faultAt)),
    cellsIn(dayWindow(until)),
  ])
  const found = verify(whole.own, whole.peers, least, stepMs / 3_600_000)
  const mayCompare = whole.peers.length > 0 || before.peers.length > 0
  const says = found.answer === 'back_among_peers' || found.answer === 'not_yet'
  const early =
    since === null || says || !mayCompare
      ? null
      : tooEarly(row, until, earliestAnswer(since, HOURS_NEEDED * 3_600_000 + stepMs, signedPosition(row)))
  const today = dayWindow(until)
  const dark = isDark(until, signedPosition(row))
  const lightAt = lightSteps(whole.peers, least).map((step) => window.from + step * stepMs)
  const seen = { now: until, endAt: row.actual_end_at, dayStart: today.from, dark }
  const unseen =
    found.answer === 'not_yet' && isUnseen(lightAt, stepMs, seen)
      ? afterDark(row, until, dark ? until : today.from, stepMs)
      : null
  const perSize = tracker === null ? (device.kind === 'inverter' ? 'W/kW' : 'W') : 'A'
  return viewOf(subject, since, {
    answer: found.answer,
    figure: tracker === null ? 'power' : 'current',
    unit: perSize,
    own: found.own,
    median: found.median,
    share: found.share,
    peers: found.peers,
    hours: found.hours,
    ...early,
    ...unseen,
    fromAt: unseen !== null || found.fromStep === null ? null : window.from + found.fromStep * stepMs,
    toAt:
      unseen !== null || found.toStep === null
        ? null
        : Math.min(until, window.from + (found.toStep + 1) * stepMs),
    least: { of: 'peer_power', value: least, unit: perSize },
    before: curveOf(before, dayWindow(faultAt), dayWindow(faultAt).day, least),
    after: curveOf(after, today, today.day, least),
  })
}

/** Whether what an order is about is back among its peers; null when it is about nothing that can be compared. */
export const readVerification = async (db: Db, row: ShownOrder, now: number): Promise<View | null> => {
  const subject = await subjectOf(db, row)
  if (subject === null) return null
  const until = Math.min(now, row.closed_at ?? now)
  const since = row.started_at ?? row.actual_start_at
  return givesPower(subject.device.kind)
    ? byFigures(db, row, subject, since, until)
    : bySignal(db, row, subject, since, until)
}
