import { isUpgradable } from '#domain/devices/kinds.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import { activeFaults, type Fault } from './faults.ts'
import type { OtaBehaviour } from '#gateway/firmware.ts'
import type { OwnDevice } from '#gateway/firmware-trust.ts'
import type { GatewaySpec } from './station-spec.ts'

/** Who makes the gateways of the simulator. */
export const gatewayVendor = 'Sunkeeper'
const factoryHardware = 'A'

const makers: readonly [RegExp, string][] = [
  [/^TS4/, 'Tigo'],
  [/^[SP]\d/, 'SolarEdge'],
]

/** A gateway and all behind it that takes firmware, as it knows them; parts say no brand on the wire, their make is plain from the model. */
export function ownDevices(
  gateway: GatewaySpec,
  inventory: readonly InventoryDevice[],
): Omit<OwnDevice, 'sequence'>[] {
  const { sn, model, hw, sw } = gateway
  return [
    { sn, component: 'gateway', vendor: gatewayVendor, model, hw, version: sw },
    ...inventory.flatMap(({ t, sn: serial, ...device }) =>
      isUpgradable(t)
        ? [
            {
              sn: serial,
              component: t,
              vendor:
                device.brand ??
                makers.find(([pattern]) => pattern.test(device.model ?? ''))?.[1] ??
                gatewayVendor,
              model: device.model ?? '',
              hw: device.hw ?? factoryHardware,
              version: device.sw ?? '',
            },
          ]
        : [],
    ),
  ]
}

/** How a gateway behaves at an upgrade, by the faults that are on. */
export const otaBehaviour = (faults: readonly Fault[], now: number): OtaBehaviour => {
  const failing = activeFaults(faults, 'upgrade-fails', now)
  return {
    lies: activeFaults(faults, 'upgrade-lies', now).length > 0,
    deaf: activeFaults(faults, 'upgrade-deaf', now).length > 0,
    ...(failing.length === 0 ? {} : { failing: new Map(failing.map(({ device, code }) => [device, code])) }),
  }
}
