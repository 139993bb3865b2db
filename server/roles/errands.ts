import type { Context } from '../context.ts'
import type { GatewayErrand } from '../events.ts'
import type { DeviceTransport } from '../platform/broker/transport.ts'
import type { Closing } from './closing.ts'

/**
 * Where gateways are spoken to by another server of the installation: what is queued or due for one of them here is
 * told there. Errands travel as change events do; one that is lost is found by the jobs of the other server.
 */
export const sendErrands = ({ commands, firmware, errands }: Context, closing: Closing): void => {
  closing.add(commands.queued.listen((gateway) => errands.tell({ type: 'queued', gateway })))
  closing.add(firmware.due.listen(({ gateway, cameUp }) => errands.tell({ type: 'due', gateway, cameUp })))
}

/** What other servers ask of the one that gateways are connected to. */
export const takeErrands = (
  { commands, firmware, devices, errands, log }: Context,
  transport: Pick<DeviceTransport, 'disconnect'>,
  closing: Closing,
): void => {
  const take = async (errand: GatewayErrand): Promise<void> => {
    const { gateway } = errand
    if (errand.type === 'queued') commands.queued.tell(gateway)
    else if (errand.type === 'due') firmware.due.tell({ gateway, cameUp: errand.cameUp })
    else if (errand.type === 'settings') await devices.sendConfig(gateway)
    else await transport.disconnect(gateway)
  }
  closing.add(
    errands.listen((errand) => {
      take(errand).catch((error: unknown) =>
        log.warn({ err: error, gateway: errand.gateway }, 'what another server asked for was not done'),
      )
    }),
  )
}
