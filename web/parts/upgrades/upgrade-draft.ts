import type { UpgradeMode } from '#domain/upgrades/upgrade-states.ts'
import type { Attempt } from '../../app/acts/attempt.ts'
import type { Picked } from '../pickers/ask.ts'

/** What somebody chose and has not started. */
export type UpgradeDraft = {
  packageId: string | null
  gateways: readonly Picked[]
  mode: UpgradeMode
  /** Of several gateways one goes first. */
  trial: boolean
  /** Which; the first of them unless chosen. */
  trialId: string | null
  stopAtFailure: boolean
  /** Chosen a moment ago on the page before, and not changed since: nothing of it is restored. */
  fresh?: boolean
  /** A start whose answer may have been lost. */
  attempt: Attempt | null
}

export const newUpgradeDraft = (packageId: string | null, gatewayId: string | null): UpgradeDraft => ({
  packageId,
  gateways: gatewayId === null ? [] : [{ id: gatewayId, name: '' }],
  mode: 'normal',
  trial: true,
  trialId: null,
  stopAtFailure: true,
  attempt: null,
})

/** The trial that would go out: none for a single gateway, else the one chosen while it is still among them. */
export const trialOf = ({ gateways, trial, trialId }: UpgradeDraft): string | null => {
  if (!trial || gateways.length < 2) return null
  return gateways.some(({ id }) => id === trialId) ? trialId : (gateways[0]?.id ?? null)
}

/** What the address names takes the place of what was kept. */
export const draftFor = (
  found: UpgradeDraft | null,
  packageId: string | undefined,
  gatewayId: string | undefined,
): UpgradeDraft => {
  const start = newUpgradeDraft(packageId ?? null, gatewayId ?? null)
  if (found === null) return start
  return {
    ...found,
    packageId: packageId ?? found.packageId,
    gateways:
      gatewayId === undefined || found.gateways.some(({ id }) => id === gatewayId)
        ? found.gateways
        : start.gateways,
  }
}
