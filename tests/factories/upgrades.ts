import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BodyInput } from '#contract/http/route.ts'
import type { upgradeRoutes } from '#contract/http/upgrades.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { approvePackage } from '#server/features/upgrades/approve-package.ts'
import { createUpgrade, type NewUpgrade } from '#server/features/upgrades/create-upgrade.ts'
import { receivePackage } from '#server/features/upgrades/receive-package.ts'
import type { Context } from '#server/context.ts'
import { buildPackage, type PackageSpec, type Signer } from '../../scripts/package/build-package.ts'
import type { Caller, TestApp } from '../app.ts'
import { makeAccount } from './accounts.ts'
import { makeDevice, setLink } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

/** A key pair made for this run. */
export const newSigner = (id: string): Signer & { listed: SigningKey } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { id, privateKey, listed: { id, publicKey: String(publicKey.export({ format: 'jwk' }).x) } }
}

export const testSigner: Signer & { listed: SigningKey; privateKey: KeyObject } = newSigner('test-1')
/** Long after every clock of the tests. */
export const farAway = Date.UTC(2099, 0, 1)

/** Bytes that look like nothing, the same for the same seed. */
export const imageBytes = (length: number, seed = 'image'): Buffer => {
  const pieces: Buffer[] = []
  for (let at = 0; at * 32 < length; at += 1)
    pieces.push(createHash('sha256').update(`${seed} ${at}`).digest())
  return Buffer.concat(pieces).subarray(0, length)
}

type ImageSpec = PackageSpec['images'][number]
export const imageSpec = (given: Partial<ImageSpec> = {}): ImageSpec => ({
  component: 'gateway',
  vendor: 'Sunkeeper',
  model: 'EMU-2',
  version: '2.2.0',
  seq: 20,
  expires: farAway,
  data: imageBytes(10_000),
  ...given,
})

export const packageSpec = (images: readonly ImageSpec[] = [imageSpec()]): PackageSpec => ({
  name: 'Gateways 2.2',
  version: '2.2.0',
  vendor: 'Sunkeeper',
  images,
})

export const packageBytes = (images?: readonly ImageSpec[], signer: Signer = testSigner): Promise<Buffer> =>
  buildPackage(packageSpec(images), signer)

const upload = await packageBytes()

/** Puts the test key among those that count. */
export const acceptTestKeys = (context: Context, keys: readonly SigningKey[] = [testSigner.listed]): void => {
  context.firmware.keys = async () => keys
}

const whoIs = (accountId: string, companyId: string | null, now: number) => ({
  accountId,
  companyId,
  name: 'Package',
  role: 'installer' as const,
  permissions: ['device:package:upload', 'device:upgrade:approve', 'device:upgrade:create'],
  sessionId: randomUUID(),
  provenAt: now,
  managedStations: [],
})

const callAs = async (app: TestApp, companyId: string | null) => {
  const { id: accountId } = await makeAccount(app.db, app.now(), {
    role: 'installer',
    companyId,
    passwordHash: app.passwordHash,
  })
  return { who: whoIs(accountId, companyId, app.now()), now: app.now(), requestId: randomUUID(), ip: '::1' }
}

/** A package of this company, uploaded by one and approved by another of its people. */
export const makePackage = async (
  app: TestApp,
  companyId: string | null,
  bytes: Buffer = upload,
  approved = true,
): Promise<string> => {
  const id = randomUUID()
  await receivePackage(app.context, await callAs(app, companyId), id, Readable.from([bytes]))
  if (approved) await approvePackage(app.context, await callAs(app, companyId), id)
  return id
}

/** A connected gateway of the model that the test package is for, at a new station unless said. */
export const makeUpgradable = async (
  app: TestApp,
  companyId: string,
  stationId?: string,
): Promise<{ id: string; sn: string; stationId: string }> => {
  const station = stationId ?? (await makeStation(app.db, app.now(), companyId))
  const gateway = await makeDevice(app.db, app.now(), station, 'gateway')
  await app.db
    .updateTable('device')
    .set({ model: 'EMU-2', sw: '2.1.0' })
    .where('id', '=', gateway.id)
    .execute()
  await setLink(app.db, gateway.id, { connected: true, birthAt: app.now() })
  return { id: gateway.id, sn: gateway.sn, stationId: station }
}

/** An upgrade of these gateways, or of a new one, by somebody of this company. */
export const makeUpgrade = async (
  app: TestApp,
  companyId: string,
  given: Partial<NewUpgrade> & { stationId?: string } = {},
): Promise<{ id: string; taskIds: string[]; gatewayIds: readonly string[] }> => {
  const { stationId, ...wanted } = given
  const gatewayIds = wanted.gatewayIds ?? [(await makeUpgradable(app, companyId, stationId)).id]
  const packageId = wanted.packageId ?? (await makePackage(app, companyId))
  const caller = await callAs(app, companyId)
  const id = await createUpgrade(app.context, caller, {
    mode: 'normal',
    stopAtFailure: false,
    trialId: undefined,
    ...wanted,
    gatewayIds,
    packageId,
  })
  const tasks = await app.db.selectFrom('upgrade_task').select('id').where('upgrade_id', '=', id).execute()
  return { id, taskIds: tasks.map((task) => task.id), gatewayIds }
}

const companyOf = (caller: Caller, app: TestApp): string => caller.companyId ?? app.companies.a

export const objects: NonNullable<FactoryFile['objects']> = {
  package: async (app, caller) => {
    acceptTestKeys(app.context)
    return makePackage(app, companyOf(caller, app))
  },
  upgrade: async (app, caller, stationId) => {
    acceptTestKeys(app.context)
    const made = await makeUpgrade(app, companyOf(caller, app), stationId === undefined ? {} : { stationId })
    return made.id
  },
  upgrade_task: async (app, caller, stationId) => {
    acceptTestKeys(app.context)
    const made = await makeUpgrade(app, companyOf(caller, app), stationId === undefined ? {} : { stationId })
    return made.taskIds[0] ?? ''
  },
}

type BodyOf<Key extends keyof typeof upgradeRoutes> = BodyInput<(typeof upgradeRoutes)[Key]>
const gatewaysIn = (ids: Ids): string[] => [ids['body.gatewayIds'] ?? '', ids['body.trialId'] ?? '']

export const bodies = {
  'POST /api/packages/{packageId}/approve': (): BodyOf<'POST /api/packages/{packageId}/approve'> => ({}),
  'POST /api/packages/{packageId}/withdraw': (): BodyOf<'POST /api/packages/{packageId}/withdraw'> => ({
    remark: 'A newer one is out',
  }),
  'POST /api/packages/{packageId}/estimate': (
    ids: Ids,
  ): BodyOf<'POST /api/packages/{packageId}/estimate'> => ({
    gatewayIds: gatewaysIn(ids),
    mode: 'normal',
    trialId: ids['body.trialId'] ?? '',
  }),
  'POST /api/upgrades': (ids: Ids): BodyOf<'POST /api/upgrades'> => ({
    packageId: ids['body.packageId'] ?? '',
    gatewayIds: gatewaysIn(ids),
    mode: 'fast',
    trialId: ids['body.trialId'] ?? '',
    stopAtFailure: true,
  }),
  'POST /api/upgrades/{upgradeId}/pause': (): BodyOf<'POST /api/upgrades/{upgradeId}/pause'> => ({}),
  'POST /api/upgrades/{upgradeId}/resume': (): BodyOf<'POST /api/upgrades/{upgradeId}/resume'> => ({}),
  'POST /api/upgrades/{upgradeId}/cancel': (): BodyOf<'POST /api/upgrades/{upgradeId}/cancel'> => ({}),
  'POST /api/upgrade-tasks/{taskId}/cancel': (): BodyOf<'POST /api/upgrade-tasks/{taskId}/cancel'> => ({}),
}

export const uploads: NonNullable<FactoryFile['uploads']> = {
  'PUT /api/packages/{packageId}': {
    raw: new Uint8Array(upload),
    headers: { 'content-type': 'application/x-tar' },
  },
}
