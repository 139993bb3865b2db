import type { Language } from '../errors.ts'

type Words = Record<Language, string>

/** What keeps an edge from reading a device, by its code: the server's own and those that edges tell. */
const troubles: Readonly<Record<string, Words>> = {
  address: {
    en: 'The edge is not allowed to connect to this address.',
    zh_CN: '边缘网关不允许连接此地址。',
  },
  scheme: {
    en: 'The edge does not support this protocol. Update it.',
    zh_CN: '边缘网关不支持此协议，请升级边缘网关。',
  },
  profile: {
    en: 'The edge does not support this device type. Update it.',
    zh_CN: '边缘网关没有此设备类型，请升级边缘网关。',
  },
  url: { en: 'The edge cannot read this address.', zh_CN: '边缘网关无法识别此地址。' },
  secret_again: {
    en: 'The edge was replaced and cannot read the saved password of this device. Enter it again.',
    zh_CN: '边缘网关已更换，无法读取已保存的设备密码，请重新输入。',
  },
  twice: {
    en: 'This device is already read at another address in the list. Remove one of the two.',
    zh_CN: '同一设备已通过列表中的另一地址读取，请删除其中一个。',
  },
  unreachable: { en: 'Nothing answers at this address.', zh_CN: '该地址没有响应。' },
  refused: {
    en: 'The device is online but refuses connections at this port. Is the interface turned on?',
    zh_CN: '设备在线，但该端口拒绝连接。请确认设备已启用此接口。',
  },
  timeout: { en: 'The device did not answer in time.', zh_CN: '设备响应超时。' },
  closed: {
    en: 'The device closed the connection. Is another program reading it?',
    zh_CN: '设备断开了连接。是否有其他程序正在读取？',
  },
  garbled: { en: 'The answer of the device could not be read.', zh_CN: '设备的应答无法识别。' },
  exception: { en: 'The device refused the request.', zh_CN: '设备拒绝了请求。' },
  login: {
    en: 'The device needs a password or token, or a different one.',
    zh_CN: '设备需要密码或令牌，或现有的不正确。',
  },
  unrecognised: {
    en: 'The device answers, but its model is not known.',
    zh_CN: '设备有响应，但无法识别其型号。',
  },
  not_sunspec: {
    en: 'The device supports Modbus but not SunSpec.',
    zh_CN: '设备支持 Modbus，但不支持 SunSpec。',
  },
  contradiction: { en: 'The data of the device contradicts itself.', zh_CN: '设备返回的数据自相矛盾。' },
  not_tls: {
    en: 'The device does not use TLS at this port.',
    zh_CN: '设备在该端口未启用 TLS。',
  },
  certificate: {
    en: 'The certificate of the device changed or cannot be verified.',
    zh_CN: '设备证书与之前不同，或无法验证。',
  },
  map: {
    en: 'The mapping contains something invalid. Check its values.',
    zh_CN: '映射中存在无效内容，请检查各项取值。',
  },
  mapping: {
    en: 'No value of the mapping was received, or none was a number.',
    zh_CN: '未收到映射中的任何取值，或收到的都不是数字。',
  },
  unsupported: { en: 'This device cannot be read yet.', zh_CN: '暂不支持此设备。' },
}

/** A trouble in words; what no words are known for as the edge says it itself, in English. */
export const troubleText = (code: string, says: string | null, language: Language): string =>
  troubles[code]?.[language] ?? says ?? code
