import type { Language } from '../errors.ts'
import { accountRoles, type AccountRole, type Permission, permits, rolePermissions } from './permissions.ts'

/** What each permission lets somebody do, in the words of the person who misses it. */
export const permissionNames: Record<Permission, Record<Language, string>> = {
  'station:station:view': { en: 'See stations', zh_CN: '查看电站' },
  'station:station:create': { en: 'Create stations', zh_CN: '新建电站' },
  'station:station:edit': { en: 'Edit stations', zh_CN: '编辑电站资料' },
  'station:station:delete': { en: 'Delete stations', zh_CN: '删除电站' },
  'station:contact:edit': { en: 'Edit contact data of stations', zh_CN: '编辑电站联系信息' },
  'station:share:grant': { en: 'Share stations', zh_CN: '共享电站' },
  'device:device:view': { en: 'See devices', zh_CN: '查看设备' },
  'device:device:add': { en: 'Add gateways and devices', zh_CN: '添加网关和设备' },
  'device:device:activate': { en: 'Activate gateways', zh_CN: '激活网关' },
  'device:device:replace': { en: 'Replace and move devices', zh_CN: '更换和转移设备' },
  'device:device:edit': { en: 'Edit devices, strings and the layout', zh_CN: '编辑设备、组串和布局' },
  'device:device:delete': { en: 'Delete devices', zh_CN: '删除设备' },
  'device:control:send': { en: 'Control devices remotely', zh_CN: '远程控制设备' },
  'device:upgrade:create': { en: 'Upgrade firmware', zh_CN: '升级固件' },
  'device:upgrade:approve': { en: 'Approve firmware packages', zh_CN: '审批升级包' },
  'device:package:upload': { en: 'Upload firmware packages', zh_CN: '上传升级包' },
  'device:edge:pair': { en: 'Connect an edge to a station', zh_CN: '为电站接入边缘网关' },
  'device:edge:configure': { en: 'Choose which devices an edge reads', zh_CN: '配置边缘网关采集的设备' },
  'device:edge:discover': { en: 'Search the network of an edge', zh_CN: '搜索边缘网关所在网络' },
  'device:edge:diagnose': { en: 'Read logs and raw values of an edge', zh_CN: '查看边缘网关日志和原始数据' },
  'om:alarm:view': { en: 'See alarms', zh_CN: '查看告警' },
  'om:alarm:clear': { en: 'Clear alarms', zh_CN: '清除告警' },
  'om:alarm:acknowledge': { en: 'Acknowledge alarms', zh_CN: '确认告警' },
  'om:order:view': { en: 'See work orders', zh_CN: '查看工单' },
  'om:order:create': { en: 'Create work orders', zh_CN: '创建工单' },
  'om:order:dispatch': { en: 'Dispatch work orders', zh_CN: '派发工单' },
  'om:order:handle': { en: 'Handle work orders', zh_CN: '处理工单' },
  'om:order:review': { en: 'Review work orders', zh_CN: '审核工单' },
  'om:order:discard': { en: 'Discard work orders', zh_CN: '作废工单' },
  'om:report:create': { en: 'Report a repair', zh_CN: '报修' },
  'company:company:view': { en: 'See the company', zh_CN: '查看企业' },
  'company:company:create': { en: 'Add companies', zh_CN: '添加企业' },
  'company:people:manage': { en: 'Manage people', zh_CN: '管理人员' },
  'company:settings:edit': { en: 'Change settings of the company', zh_CN: '修改企业设置' },
  'company:audit:view': { en: 'See the log of the company', zh_CN: '查看企业操作日志' },
  'system:registry:import': { en: 'Import the factory registry', zh_CN: '导入出厂登记' },
  'system:webhook:edit': { en: 'Set up webhooks', zh_CN: '配置 Webhook' },
  'installation:edge:assign': {
    en: 'Hand the edge of this server to a station',
    zh_CN: '将服务器内置边缘网关分配给电站',
  },
}

/** The sentence of a refusal that one permission decides. */
export const lacking = (permission: Permission, language: Language): string => {
  const name = permissionNames[permission][language]
  return language === 'en'
    ? `Your account does not have the permission “${name}”.`
    : `您的账号没有“${name}”的权限。`
}

/** What forbids something to somebody who has the permission for it. */
export const whyNot = [
  'look_only',
  'shared_on',
  'unseen_too',
  'oneself',
  'own_password',
  'administrators',
] as const
export type WhyNot = (typeof whyNot)[number]

const whyNots: Record<WhyNot, Record<Language, string>> = {
  look_only: {
    en: 'This station is shared with you to be looked at. Whoever shared it can also let you manage it.',
    zh_CN: '此电站仅共享给您查看。如需操作，请共享人将权限改为可管理。',
  },
  shared_on: {
    en: 'This station is shared with you. Only those whose station it is decide who else sees it and whose it is.',
    zh_CN: '此电站由他人共享给您，其共享与归属仅由电站所属方决定。',
  },
  unseen_too: {
    en: 'This also concerns stations that are not visible to you.',
    zh_CN: '其中包含您无权查看的电站。',
  },
  oneself: {
    en: 'Nobody changes the rights of their own account.',
    zh_CN: '不能更改自己账号的权限。',
  },
  own_password: {
    en: 'Your own password is changed under Me, with the current one.',
    zh_CN: '自己的密码请在“我的”中凭当前密码修改。',
  },
  administrators: { en: 'Only an administrator can do this.', zh_CN: '仅管理员可执行此操作。' },
}

/** The sentence of a refusal that something other than a permission decides. */
export const notAllowedHere = (why: WhyNot, language: Language): string => whyNots[why][language]

/** The roles that have it without further ado. */
export const rolesWith = (permission: Permission): AccountRole[] =>
  accountRoles.filter((role) => permits(rolePermissions[role], permission))
