// A station with sixty shutdown devices behind a simulated gateway, at noon by its own sun, for tests of control.
import type { BrowserContext, Page } from '@playwright/test'
import { plausibleCounters } from '#simulator/fleet.ts'
import { createSimulatedGateway } from '#simulator/simulated-gateway.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { troubles } from '#simulator/troubles.ts'
import { worldStation } from '#simulator/world.ts'
import { newSerial } from './hand-gateway.ts'
import { makeStation } from './screens.ts'
import { expect, signInAs } from './world.ts'
import type { World } from './world-process.ts'

export const SHUTDOWNS = 60
const PER_STRING = 15
const MINUTE_MS = 60_000

const string = (n: number) => ({
  n,
  mppt: 1,
  modules: PER_STRING,
  eastM: 0,
  northM: n * 2,
  shutdowns: Array.from({ length: PER_STRING }, (_, at) => ({
    sn: newSerial('SD'),
    pos: at + 1,
    modules: 1 as const,
    model: 'TS4-A-F',
    sw: '1.0.3',
  })),
})

const specOf = (gatewaySn: string): StationSpec => {
  const like = worldStation('landshut-barn')
  const [gateway] = like.gateways
  const [inverter] = gateway?.inverters ?? []
  if (!gateway || !inverter) throw new Error('the world has no inverter to copy')
  const now = new Date()
  return {
    ...like,
    key: `control ${gatewaySn}`,
    latitude: 20,
    longitude: (12 - now.getUTCHours() - now.getUTCMinutes() / 60) * 15,
    gateways: [
      {
        ...gateway,
        sn: gatewaySn,
        inverters: [{ ...inverter, sn: newSerial('IN'), strings: [1, 2, 3, 4].map(string) }],
      },
    ],
  }
}

/**
 * Signs a new installer in, of the company of the world's own: the devices that somebody controls within an hour count
 * together, and those of another test would make a second person necessary.
 */
export const signInToControl = async (context: BrowserContext, world: World): Promise<void> => {
  await signInAs(context, world, 'installer')
  const session = (await (await context.request.get(`${world.url}/api/session`)).json()) as {
    person: { company: { id: string } }
  }
  const account = { account: newSerial('controller').toLowerCase(), password: crypto.randomUUID() }
  await signInAs(context, world, 'administrator')
  const made = await context.request.post(`${world.url}/api/accounts`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      id: crypto.randomUUID(),
      name: 'Controller',
      role: 'installer',
      companyId: session.person.company.id,
      ...account,
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  const signedIn = await context.request.post(`${world.url}/api/session`, { data: account })
  expect(signedIn.status(), await signedIn.text()).toBe(201)
}

export type ControlSite = {
  stationId: string
  gatewaySn: string
  gateway: Gateway
  stop: () => Promise<void>
}

/** Made by whoever is signed in on the page. The gateway runs until it is stopped. */
export const openControlSite = async (
  page: Page,
  world: World,
  given: { name: string; liars: number; silent: number },
): Promise<ControlSite> => {
  const { stationId, sn, secret } = await makeStation(page, world, given.name, { letters: 'CT' })
  const spec = specOf(sn)
  const serials = spec.gateways.flatMap(({ inverters }) =>
    inverters.flatMap(({ strings }) =>
      strings.flatMap(({ shutdowns }) => shutdowns?.map((one) => one.sn) ?? []),
    ),
  )
  // Silent from the moment on at which everything has been found.
  const faults = troubles(serials, { ...given, seed: 6, from: 0 })
  const station = simulateDevices(spec, {
    counters: plausibleCounters(spec, Date.now() - MINUTE_MS),
    faults,
    gridMs: MINUTE_MS,
  })
  const gateway = createSimulatedGateway({
    url: `mqtt://127.0.0.1:${world.mqttPort}`,
    sn,
    secret,
    station,
    faults,
  })
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    void gateway.tick().finally(() => {
      busy = false
    })
  }, 300)
  await expect(async () => {
    const answer = await page.request.get(`${world.url}/api/stations/${stationId}/devices?kind=shutdown`)
    expect(((await answer.json()) as { devices: unknown[] }).devices).toHaveLength(SHUTDOWNS)
  }).toPass()
  return {
    stationId,
    gatewaySn: sn,
    gateway,
    stop: async () => {
      clearInterval(timer)
      await gateway.stop()
    },
  }
}
