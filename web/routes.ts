import type { ComponentType } from 'react'
import type { CatalogueName } from './app/phrases/catalogues.ts'
import type { RouteName } from './paths.ts'

/** How a page comes: its module and the words it needs. Its file is named like its route, `…-page.tsx`. */
export type PageSource = { load: () => Promise<ComponentType>; words: readonly CatalogueName[] }
const page = (load: PageSource['load'], ...words: CatalogueName[]): PageSource => ({ load, words })

/** The page of each route. */
export const pages: Record<RouteName, PageSource> = {
  home: page(() => import('./pages/home.tsx').then((file) => file.HomePage), 'home', 'hero'),
  'om-page': page(
    () => import('./pages/om-page.tsx').then((file) => file.OmPage),
    'om',
    'troubles',
    'alarms',
    'orders',
    'stations',
  ),
  'alarm-detail': page(
    () => import('./pages/alarm-detail.tsx').then((file) => file.AlarmDetailPage),
    'alarms',
    'troubles',
    'device',
    'orders',
  ),
  'service-page': page(() => import('./pages/service-page.tsx').then((file) => file.ServicePage), 'service'),
  'mine-page': page(
    () => import('./pages/mine-page.tsx').then((file) => file.MinePage),
    'mine',
    'messages',
    'alarms',
    'orders',
  ),
  'user-privacy-agreement': page(
    () => import('./pages/user-privacy-agreement.tsx').then((file) => file.UserPrivacyAgreementPage),
    'privacy',
  ),
  'station-list': page(
    () => import('./pages/station-list.tsx').then((file) => file.StationListPage),
    'stations',
  ),
  'station-detail': page(
    () => import('./pages/station-detail.tsx').then((file) => file.StationDetailPage),
    'stations',
    'station',
    'hero',
    'chart',
    'alarms',
    'orders',
    'compared',
  ),
  'create-or-edit-station': page(
    () => import('./pages/create-or-edit-station.tsx').then((file) => file.CreateOrEditStationPage),
    'stations',
    'editing',
  ),
  'select-compony': page(
    () => import('./pages/select-compony.tsx').then((file) => file.SelectComponyPage),
    'pickers',
  ),
  'select-station': page(
    () => import('./pages/select-station.tsx').then((file) => file.SelectStationPage),
    'pickers',
    'stations',
  ),
  'select-device': page(
    () => import('./pages/select-device.tsx').then((file) => file.SelectDevicePage),
    'pickers',
  ),
  'select-deviceSn': page(
    () => import('./pages/select-deviceSn.tsx').then((file) => file.SelectDeviceSnPage),
    'pickers',
    'scanner',
  ),
  'add-communication-device': page(
    () => import('./pages/add-communication-device.tsx').then((file) => file.AddCommunicationDevicePage),
    'adding',
    'pairing',
    'scanner',
  ),
  'add-generate-power-device': page(
    () => import('./pages/add-generate-power-device.tsx').then((file) => file.AddGeneratePowerDevicePage),
    'installing',
    'scanner',
  ),
  'connect-device': page(
    () => import('./pages/connect-device.tsx').then((file) => file.ConnectDevicePage),
    'installing',
  ),
  'communication-device-list': page(
    () => import('./pages/communication-device-list.tsx').then((file) => file.CommunicationDeviceListPage),
    'commissioning',
    'gateway',
  ),
  'inverter-detail': page(
    () => import('./pages/inverter-detail.tsx').then((file) => file.InverterDetailPage),
    'device',
    'chart',
    'exchange',
    'controls',
    'alarms',
  ),
  'optimizer-detail': page(
    () => import('./pages/optimizer-detail.tsx').then((file) => file.OptimizerDetailPage),
    'device',
    'chart',
    'exchange',
    'controls',
    'alarms',
  ),
  'gateway-detail': page(
    () => import('./pages/gateway-detail.tsx').then((file) => file.GatewayDetailPage),
    'device',
    'gateway',
    'commissioning',
    'exchange',
    'controls',
    'alarms',
  ),
  'fullscreen-chart': page(
    () => import('./pages/fullscreen-chart.tsx').then((file) => file.FullscreenChartPage),
    'chart',
    'device',
    'exchange',
  ),
  'group-device-list': page(
    () => import('./pages/group-device-list.tsx').then((file) => file.GroupDeviceListPage),
    'arrays',
  ),
  'add-group-device': page(
    () => import('./pages/add-group-device.tsx').then((file) => file.AddGroupDevicePage),
    'arrays',
  ),
  'generate-power-device-config': page(
    () =>
      import('./pages/generate-power-device-config.tsx').then((file) => file.GeneratePowerDeviceConfigPage),
    'arrays',
    'scanner',
  ),
  'shutdown-detail': page(
    () => import('./pages/shutdown-detail.tsx').then((file) => file.ShutdownDetailPage),
    'device',
    'chart',
    'exchange',
    'controls',
    'alarms',
  ),
  'om-detail': page(
    () => import('./pages/om-detail.tsx').then((file) => file.OmDetailPage),
    'record',
    'chart',
  ),
  'add-work-order': page(
    () => import('./pages/add-work-order.tsx').then((file) => file.AddWorkOrderPage),
    'orders',
    'order',
    'photo',
  ),
  'work-order-detail': page(
    () => import('./pages/work-order-detail.tsx').then((file) => file.WorkOrderDetailPage),
    'orders',
    'order',
    'photo',
    'chart',
  ),
  'work-order-flow': page(
    () => import('./pages/work-order-flow.tsx').then((file) => file.WorkOrderFlowPage),
    'orders',
    'order',
    'photo',
  ),
  'my-work-order': page(
    () => import('./pages/my-work-order.tsx').then((file) => file.MyWorkOrderPage),
    'orders',
  ),
  'remote-control': page(
    () => import('./pages/remote-control.tsx').then((file) => file.RemoteControlPage),
    'control',
    'controls',
    'device',
  ),
  'device-upgrade': page(
    () => import('./pages/device-upgrade.tsx').then((file) => file.DeviceUpgradePage),
    'upgrades',
  ),
  'new-upgrade-task': page(
    () => import('./pages/new-upgrade-task.tsx').then((file) => file.NewUpgradeTaskPage),
    'upgrades',
  ),
  'select-upgrade-device': page(
    () => import('./pages/select-upgrade-device.tsx').then((file) => file.SelectUpgradeDevicePage),
    'pickers',
    'upgrades',
  ),
  'upgrade-gateway-detail': page(
    () => import('./pages/upgrade-gateway-detail.tsx').then((file) => file.UpgradeGatewayDetailPage),
    'upgrades',
  ),
  'upgrade-gateway-level-detail': page(
    () =>
      import('./pages/upgrade-gateway-level-detail.tsx').then((file) => file.UpgradeGatewayLevelDetailPage),
    'upgrades',
  ),
  'device-topology': page(
    () => import('./pages/device-topology.tsx').then((file) => file.DeviceTopologyPage),
    'topology',
  ),
}
