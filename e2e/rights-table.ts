// What is offered on the screens and changes something, and the permissions of which one is needed for it.
import type { Permission } from '#domain/accounts/permissions.ts'
import type { RouteName } from '#web/paths.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>
type Offer = { route: RouteName; name: string; needs: readonly Permission[] }

const offer = (route: RouteName, name: string, ...needs: Permission[]): Offer => ({ route, name, needs })

/** Buttons and links by their names or addresses; links to the pages of `web/app/session/editing-rights.ts` need no line. */
export const offersIn = (t: Words): Offer[] => [
  offer('station-list', t('stations.add'), 'station:station:create'),
  offer('station-detail', t('station.edit'), 'station:station:edit'),
  offer('station-detail', t('station.addGateway'), 'device:device:add'),
  offer('station-detail', t('station.layout'), 'device:device:edit'),
  offer('station-detail', t('orders.new'), 'om:order:create'),
  offer('station-detail', t('orders.report'), 'om:report:create'),
  offer('station-detail', t('station.info.share'), 'station:share:grant'),
  offer('station-detail', t('station.info.contact'), 'station:contact:edit'),
  offer('service-page', t('service.newStation'), 'station:station:create'),
  offer('service-page', t('service.addGateway'), 'device:device:add'),
  offer('service-page', t('service.addDevices'), 'device:device:add'),
  offer('service-page', t('service.activate'), 'device:device:activate'),
  offer('service-page', '/h5/remote-control', 'device:control:send'),
  offer('service-page', t('service.layout'), 'device:device:edit'),
  offer('service-page', t('service.registry'), 'system:registry:import'),
  offer('group-device-list', t('arrays.list.add'), 'device:device:edit'),
  offer('group-device-list', t('arrays.list.config'), 'device:device:edit'),
  offer('group-device-list', t('arrays.list.select'), 'device:device:delete'),
  offer('communication-device-list', t('commissioning.add'), 'device:device:add'),
  offer('connect-device', t('connect.addDevices'), 'device:device:add'),
  offer('inverter-detail', t('device.edit'), 'device:device:edit'),
  offer('inverter-detail', t('exchange.replace'), 'device:device:replace'),
  offer('inverter-detail', t('exchange.remove'), 'device:device:delete'),
  offer('inverter-detail', t('controls.read'), 'device:control:send'),
  offer('gateway-detail', t('exchange.transfer'), 'device:device:replace'),
  offer('gateway-detail', t('device.edit'), 'device:device:edit'),
  offer('remote-control', t('control.view.choose'), 'device:control:send'),
  offer('remote-control', t('control.board.shutAll'), 'device:control:send'),
  offer('alarm-detail', t('alarms.clear'), 'om:alarm:clear'),
  offer('alarm-detail', t('alarms.makeOrder'), 'om:order:create'),
  offer('alarm-detail', t('alarms.acknowledge'), 'om:alarm:acknowledge'),
  offer('alarm-detail', t('troubles.dispatch'), 'om:order:dispatch'),
  offer('om-page', t('alarms.select'), 'om:alarm:clear', 'om:alarm:acknowledge', 'om:order:create'),
  offer('om-page', t('orders.new'), 'om:order:create'),
  offer('om-page', t('orders.report'), 'om:report:create'),
  offer('work-order-detail', t('order.editSafety'), 'station:station:edit'),
  offer('work-order-detail', t('presence.checkIn'), 'om:order:handle'),
  offer('work-order-detail', t('order.act.discarded'), 'om:order:discard'),
  offer('work-order-detail', t('order.act.dispatch'), 'om:order:dispatch'),
  offer('work-order-detail', t('order.act.reassign'), 'om:order:dispatch'),
  // These are its handler's, and whom an order can be given to holds it.
  ...(['accept', 'reject', 'start', 'abandon', 'complete', 'withdraw_review'] as const).map((act) =>
    offer('work-order-detail', t(`order.act.${act}`), 'om:order:handle'),
  ),
  offer('work-order-detail', t('order.act.review_passed'), 'om:order:review'),
  offer('work-order-detail', t('order.act.review_failed'), 'om:order:review'),
  offer('remote-control', t('control.waiting.approve'), 'device:control:send'),
  offer('device-upgrade', t('upgrades.packages.approve'), 'device:upgrade:approve'),
  offer('device-upgrade', t('upgrades.packages.withdraw'), 'device:upgrade:approve'),
  offer('upgrade-gateway-detail', t('upgrades.campaign.pause'), 'device:upgrade:create'),
  offer('upgrade-gateway-detail', t('upgrades.campaign.cancel'), 'device:upgrade:create'),
  offer('device-upgrade', t('upgrades.new'), 'device:upgrade:create'),
  offer('device-upgrade', t('upgrades.packages.upload'), 'device:package:upload'),
  offer('mine-page', t('mine.people'), 'company:people:manage'),
  offer('mine-page', t('mine.walls'), 'company:people:manage'),
  offer('mine-page', t('mine.companies'), 'company:company:create'),
  offer('mine-page', t('alarms.rules'), 'company:settings:edit'),
  offer('mine-page', t('messages.hooks.title'), 'system:webhook:edit'),
]
