import type { ComponentType } from 'react'
import type { CatalogueName } from './phrases/catalogues.ts'
import type { RouteName } from './paths.ts'

/** How a page comes: its module and the words it needs. Its file is named like its route, `…-page.tsx`. */
export type PageSource = { load: () => Promise<ComponentType>; words: readonly CatalogueName[] }
const page = (load: PageSource['load'], ...words: CatalogueName[]): PageSource => ({ load, words })

/** The pages that exist, one line each. A route without a line says so to whoever opens it. */
export const pages: Partial<Record<RouteName, PageSource>> = {
  home: page(() => import('./home/home-page.tsx').then((file) => file.HomePage), 'home'),
  'om-page': page(() => import('./om/om-page.tsx').then((file) => file.OmPage), 'om', 'alarms', 'orders'),
  'alarm-detail': page(
    () => import('./alarms/alarm-detail-page.tsx').then((file) => file.AlarmDetailPage),
    'alarms',
    'device',
    'orders',
  ),
  'service-page': page(
    () => import('./service/service-page.tsx').then((file) => file.ServicePage),
    'service',
  ),
  'mine-page': page(
    () => import('./mine/mine-page.tsx').then((file) => file.MinePage),
    'mine',
    'messages',
    'alarms',
    'orders',
  ),
  'user-privacy-agreement': page(
    () =>
      import('./mine/privacy/user-privacy-agreement-page.tsx').then((file) => file.UserPrivacyAgreementPage),
    'privacy',
  ),
  'station-list': page(
    () => import('./stations/station-list-page.tsx').then((file) => file.StationListPage),
    'stations',
  ),
  'station-detail': page(
    () => import('./stations/station-detail-page.tsx').then((file) => file.StationDetailPage),
    'stations',
    'station',
    'chart',
    'alarms',
    'orders',
  ),
  'create-or-edit-station': page(
    () =>
      import('./stations/form/create-or-edit-station-page.tsx').then((file) => file.CreateOrEditStationPage),
    'stations',
    'editing',
  ),
  'select-compony': page(
    () => import('./pickers/select-compony-page.tsx').then((file) => file.SelectComponyPage),
    'pickers',
  ),
  'select-station': page(
    () => import('./pickers/select-station-page.tsx').then((file) => file.SelectStationPage),
    'pickers',
    'stations',
  ),
  'select-device': page(
    () => import('./pickers/select-device-page.tsx').then((file) => file.SelectDevicePage),
    'pickers',
  ),
  'select-deviceSn': page(
    () => import('./pickers/select-deviceSn-page.tsx').then((file) => file.SelectDeviceSnPage),
    'pickers',
    'scanner',
  ),
  'add-communication-device': page(
    () =>
      import('./devices/add-gateway/add-communication-device-page.tsx').then(
        (file) => file.AddCommunicationDevicePage,
      ),
    'adding',
    'scanner',
  ),
  'add-generate-power-device': page(
    () =>
      import('./devices/adding/add-generate-power-device-page.tsx').then(
        (file) => file.AddGeneratePowerDevicePage,
      ),
    'installing',
    'scanner',
  ),
  'connect-device': page(
    () => import('./devices/connect/connect-device-page.tsx').then((file) => file.ConnectDevicePage),
    'installing',
  ),
  'communication-device-list': page(
    () =>
      import('./commissioning/communication-device-list-page.tsx').then(
        (file) => file.CommunicationDeviceListPage,
      ),
    'commissioning',
    'gateway',
  ),
  'inverter-detail': page(
    () => import('./devices/inverter-detail-page.tsx').then((file) => file.InverterDetailPage),
    'device',
    'chart',
    'exchange',
    'controls',
    'alarms',
  ),
  'optimizer-detail': page(
    () => import('./devices/optimizer-detail-page.tsx').then((file) => file.OptimizerDetailPage),
    'device',
    'chart',
    'exchange',
    'controls',
    'alarms',
  ),
  'gateway-detail': page(
    () => import('./devices/gateway-detail-page.tsx').then((file) => file.GatewayDetailPage),
    'device',
    'gateway',
    'commissioning',
    'exchange',
    'controls',
    'alarms',
  ),
  'fullscreen-chart': page(
    () => import('./charts/fullscreen-chart-page.tsx').then((file) => file.FullscreenChartPage),
    'chart',
    'device',
    'exchange',
  ),
  'group-device-list': page(
    () => import('./arrays/strings/group-device-list-page.tsx').then((file) => file.GroupDeviceListPage),
    'arrays',
  ),
  'add-group-device': page(
    () => import('./arrays/strings/add-group-device-page.tsx').then((file) => file.AddGroupDevicePage),
    'arrays',
  ),
  'generate-power-device-config': page(
    () =>
      import('./arrays/generate-power-device-config-page.tsx').then(
        (file) => file.GeneratePowerDeviceConfigPage,
      ),
    'arrays',
    'scanner',
  ),
  'shutdown-detail': page(
    () => import('./devices/shutdown-detail-page.tsx').then((file) => file.ShutdownDetailPage),
    'device',
    'chart',
    'exchange',
    'controls',
    'alarms',
  ),
  'om-detail': page(
    () => import('./om/record/om-detail-page.tsx').then((file) => file.OmDetailPage),
    'record',
    'chart',
  ),
  'add-work-order': page(
    () => import('./work-orders/add/add-work-order-page.tsx').then((file) => file.AddWorkOrderPage),
    'orders',
    'order',
    'photo',
  ),
  'work-order-detail': page(
    () => import('./work-orders/work-order-detail-page.tsx').then((file) => file.WorkOrderDetailPage),
    'orders',
    'order',
    'photo',
    'chart',
  ),
  'work-order-flow': page(
    () => import('./work-orders/work-order-flow-page.tsx').then((file) => file.WorkOrderFlowPage),
    'orders',
    'order',
    'photo',
  ),
  'my-work-order': page(
    () => import('./work-orders/my-work-order-page.tsx').then((file) => file.MyWorkOrderPage),
    'orders',
  ),
  'remote-control': page(
    () => import('./control/remote-control-page.tsx').then((file) => file.RemoteControlPage),
    'control',
    'controls',
    'device',
  ),
  'device-upgrade': page(
    () => import('./upgrades/device-upgrade-page.tsx').then((file) => file.DeviceUpgradePage),
    'upgrades',
  ),
  'new-upgrade-task': page(
    () => import('./upgrades/new-upgrade-task-page.tsx').then((file) => file.NewUpgradeTaskPage),
    'upgrades',
  ),
  'select-upgrade-device': page(
    () => import('./upgrades/select-upgrade-device-page.tsx').then((file) => file.SelectUpgradeDevicePage),
    'pickers',
    'upgrades',
  ),
  'upgrade-gateway-detail': page(
    () => import('./upgrades/upgrade-gateway-detail-page.tsx').then((file) => file.UpgradeGatewayDetailPage),
    'upgrades',
  ),
  'upgrade-gateway-level-detail': page(
    () =>
      import('./upgrades/upgrade-gateway-level-detail-page.tsx').then(
        (file) => file.UpgradeGatewayLevelDetailPage,
      ),
    'upgrades',
  ),
  'device-topology': page(
    () => import('./topology/device-topology-page.tsx').then((file) => file.DeviceTopologyPage),
    'topology',
  ),
}
