import { profiles } from './profiles.ts'
import type { wayOut as english } from '../en/way-out.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const wayOut = {
  ...profiles,
  wayOut: {
    power: '设备是否通电，网络指示灯是否亮？',
    moved: '路由器是否分配了新的地址？请在路由器中为其固定地址。',
    switchedOn: '其接口（Modbus TCP）常为关闭状态，请在厂家应用或网页中启用。',
    oneOnly: '多数逆变器同时只接受一个程序。是否有其他程序正在读取，例如 Home Assistant 或 evcc？',
    unit: '从站地址是否正确？',
    asleep: '无光照时部分逆变器会休眠，请在白天再查看。',
    profile: '如自动识别有误，请手动选择设备类型。',
    secret: '请重新填写密码或令牌。',
    of: {
      solaredge:
        '在 SetApp 中依次进入 Commissioning、Site Communication、Modbus TCP，选择 Enable，端口 1502；启用后须在两分钟内收到首次请求。',
      huawei:
        '以安装商身份登录 FusionSolar 或 SUN2000 应用，依次进入“设置”“通信配置”“Dongle 参数设置”“Modbus TCP”，选择不限制。新固件使用端口 6607。',
      sungrow:
        '在 WiNet-S 网页中依次进入“系统”“转发配置”，启用端口 502 的 Modbus，关闭 SSL。使用逆变器网口时，在 iSolarCloud 的“近端接入”“更多”“通信参数”中启用逆变器以太网口。',
      sma: '以安装商身份登录设备网页，依次进入“设备参数”“外部通信”“Modbus”“TCP 服务器”，选择启用。',
      fronius: '在设备网页中依次进入“通信”“Modbus”，启用 Modbus TCP 从站。',
      kostal: '在设备网页中依次进入“设置”“Modbus / SunSpec (TCP)”，选择启用；端口 1502，从站地址 71。',
      goodwe:
        'WiFi/LAN Kit-20 模块使用 Modbus TCP 端口 502（从站地址 247），须在 SolarGo 应用中启用；较早的模块使用 UDP 端口 8899。',
      growatt: '并网机型夜间关机。白天请检查 RS-485 转换器或 ShineWiFi-X 是否可访问。',
      solarman: '采集棒同时只服务一个程序。部分固件更新会关闭端口 8899，可请厂家重新开放。',
      solarApi: '在设备网页中依次进入“通信”“Solar API”，选择启用；新机型出厂时关闭。',
      enphase: '业主令牌有效期一年。请在 entrez.enphaseenergy.com 重新生成，并在设置中填写。',
      opendtu: '在其设置的“安全”中允许只读访问，或在此填写密码。',
      mqtt: '代理的地址和端口是否正确，是否需要密码？',
      serial: '两根线是否接反？波特率和从站地址是否与设备一致？',
    },
  },
} as const satisfies Translated<typeof english>
