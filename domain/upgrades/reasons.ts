import type { Language } from '../errors.ts'

/**
 * Why a gateway cannot be upgraded now, or why an image, node or task did not get there. What a real gateway says
 * beyond this list is shown as it came.
 */
export const upgradeReasons = {
  offline: { en: 'The gateway is offline.', zh_CN: '网关离线。' },
  upgrading: { en: 'An upgrade is already in progress.', zh_CN: '该设备正在升级中。' },
  wrong_vendor: { en: 'The package is for another vendor.', zh_CN: '升级包适用于其他厂商。' },
  wrong_model: {
    en: 'The package contains nothing for these models.',
    zh_CN: '升级包不适用于此处的设备型号。',
  },
  wrong_hardware: {
    en: 'The package is for another hardware version.',
    zh_CN: '升级包不适用于该硬件版本。',
  },
  no_daylight: {
    en: 'No daylight: the devices behind the gateway have no power.',
    zh_CN: '当前无日照，网关下的设备没有供电。',
  },
  older_sequence: {
    en: 'The package is older than the installed version.',
    zh_CN: '升级包早于已安装的版本。',
  },
  up_to_date: { en: 'This version is already installed.', zh_CN: '已安装该版本。' },
  package_expired: { en: 'The package has expired.', zh_CN: '升级包已过期。' },
  package_withdrawn: { en: 'The package has been withdrawn.', zh_CN: '升级包已撤回。' },
  package_changed: {
    en: 'The stored package no longer matches its signature.',
    zh_CN: '存储的升级包与签名内容不一致。',
  },
  key_revoked: {
    en: 'The signing key of the package is no longer accepted.',
    zh_CN: '升级包的签名密钥已不被接受。',
  },
  unknown_key: { en: 'The signing key is unknown.', zh_CN: '签名密钥未知。' },
  bad_signature: { en: 'The signature is wrong.', zh_CN: '签名错误。' },
  bad_manifest: { en: 'The manifest could not be read.', zh_CN: '清单无法读取。' },
  bad_size: { en: 'The data length does not match the signature.', zh_CN: '数据长度与签名不符。' },
  bad_hash: { en: 'The data does not match the signature.', zh_CN: '数据内容与签名不符。' },
  expired: { en: 'The manifest has expired.', zh_CN: '清单已过期。' },
  busy: { en: 'The gateway is busy with another upgrade.', zh_CN: '网关正忙于其他升级。' },
  unknown_target: { en: 'The gateway does not know this device.', zh_CN: '网关未识别该设备。' },
  no_power: { en: 'The device lost power.', zh_CN: '设备断电。' },
  write_failed: { en: 'Writing to the device failed.', zh_CN: '设备写入失败。' },
  silent: { en: 'The device does not respond.', zh_CN: '设备无响应。' },
  stalled: { en: 'It took more than three times the estimate.', zh_CN: '耗时超过预计的三倍。' },
  not_confirmed: {
    en: 'The device did not report the new version.',
    zh_CN: '设备未上报新版本。',
  },
  not_reached: { en: 'Its turn was not reached.', zh_CN: '未执行到该设备。' },
  not_started: { en: 'It could not start within three days.', zh_CN: '三天内未能开始。' },
  cancelled: { en: 'Cancelled.', zh_CN: '已取消。' },
  device_removed: { en: 'The device was removed or moved.', zh_CN: '设备已删除或移走。' },
} as const satisfies Record<string, Record<Language, string>>

export type UpgradeReason = keyof typeof upgradeReasons

const isReason = (code: string): code is UpgradeReason => Object.hasOwn(upgradeReasons, code)

/** The sentence of a reason; a code of the device's own as it came. */
export const reasonSentence = (code: string, language: Language): string =>
  isReason(code) ? upgradeReasons[code][language] : code

/** What can stand in the way of a gateway when it is chosen. */
export const blockReasons = [
  'offline',
  'upgrading',
  'wrong_vendor',
  'wrong_model',
  'wrong_hardware',
  'no_daylight',
  'older_sequence',
  'up_to_date',
] as const satisfies readonly UpgradeReason[]
export type BlockReason = (typeof blockReasons)[number]

/** What can stand in the way of a package, whatever the gateway. */
export const packageBlocks = [
  'not_approved',
  'package_withdrawn',
  'package_expired',
  'key_revoked',
  'unknown_key',
] as const
export type PackageBlock = (typeof packageBlocks)[number]
