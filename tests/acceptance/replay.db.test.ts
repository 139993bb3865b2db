import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integrateFile } from '#simulator/file-energy.ts'
import type { MessageFault } from '#simulator/replay/message-faults.ts'
import { prepareReplay, replay } from '#simulator/replay/replay.ts'
import { readEnvironment } from '#server/env.ts'
import { type Installation, openInstallation } from '#server/main.ts'
import { emptyDatabase, testFolder } from '../database.ts'
import { startMosquitto } from '../mosquitto.ts'
import { becomeCustomer, type Customer } from './customer.ts'
import { connected, taken } from './other-broker.ts'
import { dayTable, showDayTable } from './day-table.ts'

/**
 * Recorded months of real inverters on their whole way: a gateway added by hand, its messages over MQTT, the answers
 * over HTTP. Nothing is put into the database, nothing read from it.
 */

const data = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../../simulator/data', path), 'utf8')

const angeles = {
  name: 'Los-Angeles',
  timeZone: 'America/Los_Angeles',
  latitude: 34.05,
  longitude: 118.24,
  reportMin: 5,
}
const denver = {
  name: 'Denver',
  timeZone: 'America/Denver',
  latitude: 39.74,
  longitude: 105.18,
  reportMin: 15,
}
const april = { text: data('inverter-5min/TAEFC1044741-2016-04.csv'), of: '2016-04', serial: undefined }
const august = {
  text: data('nrel-pv-15min/serf_east_15min_ac_power-2016-08.csv'),
  of: '2016-08',
  serial: 'SERFEAST01',
}
const october = { text: data('inverter-5min/TAEFC1044741-2016-10.csv'), serial: undefined }

/** `npm run prove broker` plays the same over a Mosquitto. */
const mosquitto =
  process.env['PROVE_BROKER'] === 'mosquitto' ? await startMosquitto({ security: true }) : null
let installation: Installation
let customer: Customer
let gateways = 0
let telemetry = 0

beforeAll(async () => {
  const env = readEnvironment({
    PORT: '0',
    MQTT_PORT: '0',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    // The recordings are of 2016.
    RETENTION_DAYS: '11000',
    DATA_DIR: await testFolder(),
    DATABASE_URL: await emptyDatabase(),
    MQTT_URL: mosquitto?.url,
  })
  installation = await openInstallation(env, { verifyAnswers: true })
  customer = await becomeCustomer(() => installation.url, installation.setupCode ?? '')
  await connected(installation)
})
afterAll(async () => {
  await installation.close()
  await mosquitto?.remove()
})

/** A station with a gateway that has played a recording; its inverter is the one that the gateway's inventory named. */
const played = async (
  place: typeof angeles,
  { text, serial }: { text: string; serial: string | undefined },
  faults: readonly MessageFault[] = [],
) => {
  gateways += 1
  const stationId = await customer.createStation({ ...place, name: `${place.name}-${gateways}` })
  const sn = `GWREPLAY000${gateways}`
  const { user, secret, host, port } = await customer.addGateway(stationId, sn)
  const sent = await replay(text, {
    url: `mqtt://${host}:${port}`,
    gateway: user,
    secret,
    speed: 0,
    faults,
    // A serial belongs to one gateway, and the same recording is played more than once.
    serial: `${serial ?? 'SMA19131108'}${gateways}`,
  })
  // Every message is acknowledged, so every reading is committed and its device marked as due; another broker
  // acknowledges by itself, and hands them on.
  telemetry += sent.messages.length
  if (mosquitto !== null) await taken(installation, telemetry)
  // As long as much comes at once, as another broker hands it on, the job leaves energy for later.
  await expect
    .poll(async () => {
      await installation.jobs.runNow('roll-up')
      return installation.context.db.selectFrom('energy_due').select('device_no').execute()
    })
    .toEqual([])
  const { devices } = await customer.ask(
    'GET /api/stations/{stationId}/devices',
    `/api/stations/${stationId}/devices`,
  )
  const inverter = devices.find(({ kind }) => kind === 'inverter')
  expect(inverter).toMatchObject({ sn: sent.device.sn, ratedW: sent.device.ratedW })
  const energy = (period: 'month' | 'year' | 'lifetime', of = '') =>
    customer.ask(
      'GET /api/stations/{stationId}/energy',
      `/api/stations/${stationId}/energy?period=${period}${of === '' ? '' : `&of=${of}`}`,
    )
  const power = (day: string) =>
    customer.ask('GET /api/stations/{stationId}/power', `/api/stations/${stationId}/power?day=${day}`)
  const curve = (day: string) =>
    customer.ask('GET /api/devices/{deviceId}/curve', `/api/devices/${inverter?.id ?? ''}/curve?day=${day}`)
  return { energy, power, curve, sent }
}

/** Growth of the meter behind a recording, whole Wh: what a month must come to, however it was sent. */
const growthWh = (text: string): number => {
  const counters = prepareReplay(text, { url: '', gateway: 'G', secret: '', speed: 0 }).messages.flatMap(
    ({ d }) => d.map(({ m }) => m.e_tot ?? 0),
  )
  return (counters.at(-1) ?? 0) - (counters[0] ?? 0)
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

describe('a recorded month on its whole way', () => {
  const months = [
    { name: 'April 2016 in Los Angeles, 5 minutes', place: angeles, month: april },
    { name: 'August 2016 in Denver, 15 minutes', place: denver, month: august },
  ]
  it.each(months)(
    '$name: each day within 0.5 % of the file',
    async ({ name, place, month }) => {
      const { energy } = await played(place, month)
      const { bars, spans, totalWh, timeZone } = await energy('month', month.of)
      expect(timeZone).toBe(place.timeZone)
      const table = dayTable(integrateFile(month.text, place.timeZone).days, bars)
      showDayTable(name, table)
      // 30 and 31 days, none of them without sun.
      expect(table.filter(({ fileWh }) => fileWh > 1000)).toHaveLength(bars.length)
      expect(table.filter(({ apart }) => apart === null || Math.abs(apart) > 0.005)).toEqual([])
      // Nights add nothing, whether they are absent or negative: the whole month is the sum of its days.
      expect(spans).toEqual([])
      expect(totalWh).toBe(sum(bars.map(({ wh }) => wh)))
      expect(totalWh).toBe(growthWh(month.text))
    },
    60_000,
  )
})

describe('what a recording does not know', () => {
  it('a sentinel and an absent night are gaps in the curves, never a power', async () => {
    const { power, curve } = await played(angeles, april)
    const sentinelTs = Date.UTC(2016, 3, 5, 13, 30)
    const day = await power('2016-04-05')
    expect(day.powerW[day.ts.findLastIndex((ts) => ts <= sentinelTs)]).toBeNull()
    expect(Math.min(...day.powerW.map((watts) => watts ?? 0))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...day.powerW.map((watts) => watts ?? 0))).toBeLessThan(7_100)
    // From midnight to the first reading, and from the last one on, nothing is known: null and not 0.
    const known = day.powerW.flatMap((watts, step) => (watts === null ? [] : [day.ts[step] ?? 0]))
    expect(known[0]).toBeGreaterThan(sentinelTs)
    const night = day.powerW.filter((_, step) => (day.ts[step] ?? 0) < sentinelTs)
    expect(night.length).toBeGreaterThan(70)
    expect(new Set(night)).toEqual(new Set([null]))

    const lines = await curve('2016-04-05')
    // A row without a value is no reading: its counter, told again, would be a measured 0.
    expect(lines.ts).not.toContain(sentinelTs)
    expect(lines.ts[0]).toBeGreaterThan(sentinelTs)
    expect(
      lines.hist.every((hist, index) => hist || lines.series.every(({ values }) => values[index] === null)),
    ).toBe(true)
  })

  it('a negative night is no production and takes nothing away', async () => {
    const { power, energy, curve } = await played(denver, august)
    const night = await power('2016-08-10')
    const dark = night.powerW.slice(0, (4 * 3_600_000) / night.stepMs)
    expect(dark).toEqual(Array(16).fill(0))
    // The inverter's own page keeps what was measured; its counter stands still meanwhile.
    const { series } = await curve('2016-08-10')
    const lineOf = (name: string) => series.find(({ metric }) => metric === name)?.values.slice(0, 16) ?? []
    expect(Math.max(...lineOf('powerW').map((watts) => watts ?? 0))).toBeLessThan(0)
    expect(new Set(lineOf('energyTotalWh')).size).toBe(1)
    const { bars } = await energy('month', august.of)
    expect(Math.min(...bars.map(({ wh }) => wh ?? 0))).toBeGreaterThan(0)
  })

  it('a hole of nine months is unknown by day, by month and in the curve, and brings no energy', async () => {
    const { energy, power } = await played(angeles, october)
    const file = integrateFile(october.text, angeles.timeZone)
    for (const of of ['2016-11', '2017-01', '2017-06']) {
      const { bars, totalWh } = await energy('month', of)
      expect(bars.every(({ wh, shared }) => wh === null && !shared)).toBe(true)
      expect(totalWh).toBeNull()
    }
    expect(new Set((await power('2017-01-15')).powerW)).toEqual(new Set([null]))
    const lifetime = await energy('lifetime')
    expect(lifetime.spans).toEqual([])
    expect(Math.abs((lifetime.totalWh ?? 0) / file.totalWh - 1)).toBeLessThan(0.005)
    const known = await Promise.all(['2016-10', '2017-07', '2017-08'].map((of) => energy('month', of)))
    const table = dayTable(
      file.days,
      known.flatMap(({ bars }) => bars.filter(({ wh }) => wh !== null)),
    )
    expect(table.filter(({ apart }) => apart === null || Math.abs(apart) > 0.005)).toEqual([])
  })
})

/**
 * What is expected of a month with everything wrong that can be: exactly what the meter behind it counted.
 * - the rollover is exact: 32 bits are a known limit and rated power allows the way across it;
 * - the reset is exact: the counter fell to less than a tenth and its first value afterwards came within the hour
 *   and within rated power, so that value itself is the energy since;
 * - the dip to 0 is set aside, and the step across it counts once;
 * - duplicates and disorder change nothing, for energy is computed from the sorted readings;
 * - the silence: what the meter counted meanwhile comes with its first reading afterwards, as a span.
 * Days outside the silence are those of the month without faults; those inside are unknown and shared.
 */
describe('D11: the same months with a reset, a rollover, a dip, duplicates, disorder and a silence', () => {
  const day = 24 * 3_600_000
  const cases = [
    { name: 'April in Los Angeles', place: angeles, month: april, from: Date.UTC(2016, 3, 1, 20) },
    { name: 'August in Denver', place: denver, month: august, from: Date.UTC(2016, 7, 1, 19) },
  ]
  it.each(cases)(
    '$name: days + spans = growth of the meter',
    async ({ place, month, from }) => {
      const whole = await (await played(place, month)).energy('month', month.of)
      const [silentFrom, silentTo] = [from + 19 * day, from + 22 * day]
      const { energy, power, sent } = await played(place, month, [
        { name: 'counter-rollover', at: from + 5 * day, bits: 32 },
        { name: 'counter-reset', at: from + 11 * day, toWh: 0 },
        { name: 'counter-dip', at: from + 15 * day, readings: 2, toWh: 0 },
        { name: 'silence', from: silentFrom, to: silentTo },
        { name: 'duplicates', every: 3, times: 3, spread: 12 },
        { name: 'disorder', within: 12, seed: 7 },
      ])
      // The faults are really in what was sent.
      const counters = sent.messages.flatMap(({ d }) => d.map(({ m }) => m.e_tot ?? 0))
      expect(Math.max(...counters)).toBeGreaterThan(2 ** 32 - 1_000_000)
      expect(counters.filter((wh) => wh === 0).length).toBeGreaterThanOrEqual(3)
      expect(sent.messages.length).toBeGreaterThan(new Set(sent.messages.map(({ seq }) => seq)).size)

      const { bars, spans, totalWh } = await energy('month', month.of)
      expect(totalWh).toBe(growthWh(month.text))
      expect(sum(bars.map(({ wh }) => wh)) + sum(spans.map(({ wh }) => wh))).toBe(totalWh)
      expect(totalWh).toBe(whole.totalWh)
      expect((await energy('year', month.of.slice(0, 4))).totalWh).toBe(totalWh)
      expect((await energy('lifetime')).totalWh).toBe(totalWh)

      const [span, ...more] = spans
      expect(more).toEqual([])
      expect(span).toMatchObject({
        fromDay: `${month.of}-20`,
        toDay: `${month.of}-23`,
      })
      const inside = bars.filter(({ key }) => key >= `${month.of}-20` && key <= `${month.of}-23`)
      expect(inside.map(({ shared }) => shared)).toEqual([true, true, true, true])
      expect(inside.map(({ wh }) => wh === null)).toEqual([false, true, true, false])
      const untouched = (list: typeof bars) =>
        list.filter(({ key }) => !inside.some((one) => one.key === key))
      expect(untouched(bars)).toEqual(untouched(whole.bars))
      expect(new Set((await power(`${month.of}-21`)).powerW)).toEqual(new Set([null]))
    },
    90_000,
  )
})
