import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '#simulator/faults.ts'
import { gatewayVendor } from '#simulator/firmware-devices.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { createAccount } from '#server/features/accounts/create-account.ts'
import { visibleStations } from '#server/features/accounts/scope.ts'
import type { Who } from '#server/features/accounts/who.ts'
import type { Context } from '#server/context.ts'
import { approvePackage } from '#server/features/upgrades/approve-package.ts'
import { createUpgrade } from '#server/features/upgrades/create-upgrade.ts'
import { judgeGateways } from '#server/features/upgrades/judge-gateways.ts'
import { imagesOf } from '#server/features/upgrades/package-store.ts'
import { receivePackage } from '#server/features/upgrades/receive-package.ts'
import { gatewaysToUpgrade } from '#server/features/upgrades/target-store.ts'
import { buildPackage, type PackageSpec } from '../package/build-package.ts'
import { makeKeyPair } from '../package/key-files.ts'

export type DemoUpgrades = { administrator: Who; gateways: string; parts: string; long: string }

const KB = 1024
const DAY = 86_400_000
const HOUR = 3_600_000

/** Models of the demonstration world, and who makes them. */
const parts = (['S440', 'P505', 'P1100', 'S500'] as const).map((model) => ({ model, vendor: 'SolarEdge' }))

const images = (version: string, seq: number, expires: number, gatewayBytes: number, partBytes: number) => ({
  gateway: {
    component: 'gateway' as const,
    vendor: gatewayVendor,
    model: 'EMU-2',
    version: `2.${version}`,
    seq,
    expires,
    data: randomBytes(gatewayBytes),
  },
  parts: parts.map(({ model, vendor }) => ({
    component: 'optimizer' as const,
    vendor,
    model,
    version: `1.${version}`,
    seq,
    expires,
    data: randomBytes(partBytes),
  })),
})

/**
 * Signs three packages with a key that is made here and then forgotten: only its public half is written down. One
 * person uploads them, another approves.
 */
export const publishFirmware = async (
  context: Context,
  administrator: Who,
  keysFile: string,
): Promise<DemoUpgrades> => {
  const now = context.clock()
  const pair = makeKeyPair('demo')
  const keys = { keys: [{ id: pair.id, publicKey: pair.publicKey }] }
  await writeFile(keysFile, `${JSON.stringify(keys, null, 2)}\n`)
  const call = { context, now, ip: '127.0.0.1', requestId: 'demo', who: administrator }
  const approver = randomUUID()
  // Made long before: whom the uploader has just made is no second person.
  await createAccount(
    { ...call, now: now - 30 * DAY },
    {
      id: approver,
      account: 'firmware',
      name: '沈若川',
      password: randomBytes(24).toString('base64url'),
      role: 'administrator',
      companyId: administrator.companyId,
    },
  )
  const publish = async (spec: PackageSpec): Promise<string> => {
    const id = randomUUID()
    await receivePackage(context, call, id, Readable.from([await buildPackage(spec, pair)]))
    await approvePackage(context, { ...call, who: { ...administrator, accountId: approver } }, id)
    return id
  }
  const expires = now + 365 * DAY
  const small = images('2.0', 20, expires, 120 * KB, 24 * KB)
  const large = images('3.0', 30, expires, 4 * KB * KB, 600 * KB)
  return {
    administrator,
    gateways: await publish({
      name: 'Gateway EMU-2',
      version: '2.2.0',
      vendor: gatewayVendor,
      images: [small.gateway],
    }),
    parts: await publish({
      name: 'Optimizers',
      version: '1.2.0',
      vendor: 'SolarEdge',
      images: small.parts,
    }),
    long: await publish({
      name: 'Gateways and optimizers',
      version: '3.0',
      vendor: gatewayVendor,
      images: [large.gateway, ...large.parts],
    }),
  }
}

/** In each string of optimizers one that cannot be written. */
export const upgradeFaults = (world: readonly StationSpec[], now: number): Fault[] =>
  world.flatMap((spec) =>
    spec.gateways.flatMap((gateway) => {
      const part = gateway.inverters.flatMap(({ strings }) =>
        strings.flatMap((one) => one.optimizers ?? []),
      )[2]
      return part === undefined
        ? []
        : [
            {
              name: 'upgrade-fails' as const,
              gateway: gateway.sn,
              device: part.sn,
              code: 'write_failed',
              from: now - HOUR,
            },
          ]
    }),
  )

/** Gateways come up within moments of the fleet. */
const PATIENCE_MS = 10_000

/** Starts three upgrades where they can run now: one that will be done, one that partly fails, one that takes long. */
export const startUpgrades = async (context: Context, upgrades: DemoUpgrades): Promise<number> => {
  const { administrator } = upgrades
  const taken = new Set<string>()
  const begin = async (packageId: string): Promise<boolean> => {
    const now = context.clock()
    const rows = await gatewaysToUpgrade(context.db, visibleStations(administrator, now), {
      stationId: undefined,
      gatewayId: undefined,
      search: '',
      after: null,
      limit: 100,
    })
    const judged = await judgeGateways(context.db, rows, await imagesOf(context.db, [packageId]), now)
    const free = judged.filter(({ row, plan }) => plan.blocks.length === 0 && !taken.has(row.id))
    const [most] = free.toSorted((a, b) => b.plan.nodes.length - a.plan.nodes.length)
    if (!most) return false
    taken.add(most.row.id)
    await createUpgrade(
      context,
      { who: administrator, now, requestId: 'demo', ip: '127.0.0.1' },
      {
        packageId,
        gatewayIds: [most.row.id],
        mode: packageId === upgrades.long ? 'normal' : 'fast',
        trialId: undefined,
        stopAtFailure: true,
      },
    )
    return true
  }
  let started = 0
  for (const packageId of [upgrades.parts, upgrades.long, upgrades.gateways])
    for (let waited = 0; waited < PATIENCE_MS; waited += 500) {
      if (await begin(packageId)) {
        started += 1
        break
      }
      await pause(500)
    }
  return started
}
