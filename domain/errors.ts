/**
 * The closed list of error codes. An API error carries one of them, the field it concerns where there is one,
 * and the sentence in the caller's language. `docs/generated/errors.md` is made from this table.
 */
export type Language = 'en' | 'zh_CN'
type Sentences = Record<Language, string>
type ErrorEntry = { status: number } & Sentences

export const errors = {
  // the call itself
  invalid_input: { status: 400, en: 'This value is not valid.', zh_CN: '该值无效。' },
  unknown_field: { status: 400, en: 'Unknown field.', zh_CN: '未知的字段。' },
  required: { status: 400, en: 'This field is required.', zh_CN: '此项必填。' },
  too_long: { status: 400, en: 'This text is too long.', zh_CN: '内容过长。' },
  not_readable: { status: 400, en: 'The request could not be read.', zh_CN: '无法读取该请求。' },
  key_missing: {
    status: 400,
    en: 'An Idempotency-Key header is required.',
    zh_CN: '缺少 Idempotency-Key 请求头。',
  },
  key_reused: {
    status: 422,
    en: 'This Idempotency-Key was already used for another request.',
    zh_CN: '该 Idempotency-Key 已用于其他请求。',
  },
  key_running: {
    status: 409,
    en: 'The same request is still in progress.',
    zh_CN: '相同的请求仍在执行。',
  },
  signed_out: { status: 401, en: 'Please sign in.', zh_CN: '请先登录。' },
  sign_in_again: {
    status: 403,
    en: 'Please enter your password again to continue.',
    zh_CN: '请重新输入密码后继续。',
  },
  forbidden: {
    status: 403,
    en: 'Your account does not have permission for this.',
    zh_CN: '您的账号没有此权限。',
  },
  cross_site: {
    status: 403,
    en: 'This request came from another site and was refused.',
    zh_CN: '请求来自其他网站，已拒绝。',
  },
  wrong_host: {
    status: 421,
    en: 'This server does not answer to this name. Open it by its IP address, or set PUBLIC_URL (or HOST_NAMES) to this name and restart it.',
    zh_CN:
      '服务器未启用地址中的这个域名。请改用 IP 地址打开，或将 PUBLIC_URL（或 HOST_NAMES）设为该域名后重新启动。',
  },
  not_found: {
    status: 404,
    en: 'It does not exist, or you do not have access to it.',
    zh_CN: '内容不存在，或您无权查看。',
  },
  method_not_allowed: {
    status: 405,
    en: 'This address does not support this kind of request.',
    zh_CN: '该地址不支持此类请求。',
  },
  too_large: { status: 413, en: 'The request is too large.', zh_CN: '请求过大。' },
  wrong_type: { status: 415, en: 'This kind of content is not accepted.', zh_CN: '不支持的内容类型。' },
  version_missing: {
    status: 428,
    en: 'The version you are changing (If-Match) is missing.',
    zh_CN: '缺少要修改的版本（If-Match）。',
  },
  version_stale: {
    status: 412,
    en: 'Someone else has changed this in the meantime.',
    zh_CN: '在此期间内容已被他人修改。',
  },
  wrong_state: {
    status: 409,
    en: 'This is not possible in the current state.',
    zh_CN: '当前状态下无法执行此操作。',
  },
  too_many: { status: 429, en: 'Too many requests. Please wait a moment.', zh_CN: '请求过于频繁，请稍候。' },
  busy: {
    status: 429,
    en: 'Too many long requests are waiting already. Please try again in a moment.',
    zh_CN: '排队中的耗时请求过多，请稍后重试。',
  },
  unavailable: {
    status: 503,
    en: 'The service is not available right now. Please try again.',
    zh_CN: '服务暂不可用，请重试。',
  },
  storage_full: { status: 507, en: 'There is no storage space left.', zh_CN: '存储空间已满。' },
  internal: {
    status: 500,
    en: 'Something went wrong on the server. Quote the event number when you ask for help.',
    zh_CN: '服务器出错，请凭事件编号查询。',
  },

  // accounts
  wrong_credentials: { status: 401, en: 'Wrong account or password.', zh_CN: '账号或密码错误。' },
  too_many_attempts: {
    status: 429,
    en: 'Too many attempts. Please wait before trying again.',
    zh_CN: '尝试次数过多，请稍后再试。',
  },
  too_many_serials: {
    status: 429,
    en: 'Too many unknown serial numbers were tried in the last hour. Please wait before trying more.',
    zh_CN: '最近一小时内尝试的他人或未登记的序列号过多，请稍后再试。',
  },
  wrong_code: {
    status: 401,
    en: 'This code is wrong, already used or expired.',
    zh_CN: '验证码错误、已使用或已过期。',
  },
  share_account_unknown: {
    status: 422,
    en: 'There is no account with this name to share with. Check the spelling.',
    zh_CN: '没有找到可以共享的账号，请核对拼写。',
  },
  share_not_needed: {
    status: 409,
    en: 'This person can already see the station.',
    zh_CN: '该用户本来就可以查看此电站。',
  },
  in_the_past: { status: 400, en: 'This time has already passed.', zh_CN: '该时间已过。' },
  wrong_setup_code: { status: 403, en: 'Wrong set-up code.', zh_CN: '初始化码错误。' },
  already_set_up: {
    status: 409,
    en: 'This installation has already been set up.',
    zh_CN: '系统已完成初始化。',
  },
  password_too_short: {
    status: 400,
    en: 'The password needs at least 15 characters.',
    zh_CN: '密码至少需要 15 个字符。',
  },
  password_common: {
    status: 400,
    en: 'This password is too common and easy to guess.',
    zh_CN: '该密码过于常见，容易被猜中。',
  },
  account_taken: { status: 409, en: 'This account name is already in use.', zh_CN: '该账号名已被使用。' },
  account_format: {
    status: 400,
    en: 'Account names have 3 to 64 letters, digits or . - _ @',
    zh_CN: '账号由 3 至 64 个字母、数字或 . - _ @ 组成。',
  },

  // files
  file_too_large: { status: 413, en: 'File size cannot exceed 10M', zh_CN: '文件大小不能超过10M' },
  file_refused: {
    status: 415,
    en: 'This file type is not accepted, or the name does not match the content.',
    zh_CN: '不支持该文件类型，或文件名与内容不符。',
  },
  office_unsound: {
    status: 415,
    en: 'This Office file is damaged: its index does not match its content. Open it, save it under a new name and send that.',
    zh_CN: '该 Office 文件的内部目录与实际内容不一致，无法接收。请打开文件，另存后再上传。',
  },
  image_unreadable: {
    status: 422,
    en: 'This picture is damaged and cannot be read.',
    zh_CN: '图片已损坏，无法读取。',
  },
  image_too_many_pixels: {
    status: 422,
    en: 'This picture has more than 50 million pixels.',
    zh_CN: '图片超过 5000 万像素。',
  },
  too_many_images: { status: 409, en: 'At most 8 images.', zh_CN: '最多上传 8 张图片。' },
  too_many_files: { status: 409, en: 'At most 5 files.', zh_CN: '最多上传 5 个文件。' },

  // stations
  favourites_full: {
    status: 409,
    en: 'At most 100 favourites. Remove another one first.',
    zh_CN: '最多收藏 100 个电站，请先取消其他收藏。',
  },
  look_links_full: {
    status: 409,
    en: 'At most 30 wall links. Revoke another one first.',
    zh_CN: '最多 30 个大屏链接，请先撤销其中一个。',
  },
  shares_full: {
    status: 409,
    en: 'At most 200 people share one station, and one person has at most 1,000 shared stations. Take a share back first.',
    zh_CN: '一个电站最多共享给 200 人，一个人最多获得 1000 个电站的共享，请先取消其他共享。',
  },
  prices_full: {
    status: 409,
    en: 'A station keeps at most 500 past prices. Let the price hold from an earlier day.',
    zh_CN: '一个电站最多保留 500 个历史电价，请将电价的生效日期提前。',
  },
  webhooks_full: {
    status: 409,
    en: 'At most 50 addresses for one company. Remove another one first.',
    zh_CN: '一家公司最多 50 个推送地址，请先删除其他地址。',
  },
  groups_full: {
    status: 409,
    en: 'At most 30 groups. Delete another one first.',
    zh_CN: '最多 30 个分组，请先删除其他分组。',
  },
  group_full: {
    status: 409,
    en: 'A group holds at most 500 stations.',
    zh_CN: '一个分组最多包含 500 个电站。',
  },
  group_empty: {
    status: 409,
    en: 'A group needs at least one station. Delete the group instead.',
    zh_CN: '分组至少要有一个电站。如不再需要，请删除该分组。',
  },
  station_name_length: {
    status: 400,
    en: 'Station names have at most 30 characters.',
    zh_CN: '电站名称最多 30 个字符。',
  },
  station_name_characters: {
    status: 400,
    en: 'Only Chinese or English characters, digits and\u00a0.\u00a0_\u00a0(\u00a0)\u00a0- are allowed.',
    zh_CN: '仅支持中文、英文、数字以及 . - _ ( )。',
  },
  station_name_start: {
    status: 400,
    en: 'The station name cannot start with a special character.',
    zh_CN: '电站名称不能以特殊字符开头。',
  },
  rule_threshold: {
    status: 400,
    en: 'This threshold is outside the range the rule allows.',
    zh_CN: '阈值超出该规则允许的范围。',
  },
  rehearsal_period: {
    status: 400,
    en: 'Choose up to 31 days in a row, from the first readings kept until today.',
    zh_CN: '预演时段最长连续 31 天，不早于最早保留的读数，也不晚于今天。',
  },
  alarms_of_one_station: {
    status: 409,
    en: 'Only data under the same power station can be selected',
    zh_CN: '只能选择同一电站下的数据',
  },
  station_name_differs: {
    status: 409,
    en: 'This is not the station name.',
    zh_CN: '输入的名称与电站名称不一致。',
  },
  latitude_range: {
    status: 400,
    en: 'Latitude must be a number from 0 to 90 with at most 6 decimals.',
    zh_CN: '纬度为 0 至 90 的数字，最多 6 位小数。',
  },
  longitude_range: {
    status: 400,
    en: 'Longitude must be a number from 0 to 180 with at most 6 decimals.',
    zh_CN: '经度为 0 至 180 的数字，最多 6 位小数。',
  },
  reporting_range: {
    status: 400,
    en: 'Reporting time must be a whole number of minutes from 5 to 240.',
    zh_CN: '上报时间为 5 至 240 的整数（分钟）。',
  },
  capacity_format: {
    status: 400,
    en: 'Capacity must be above 0 with at most two decimals.',
    zh_CN: '装机容量须大于 0，最多两位小数。',
  },
  tilt_range: { status: 400, en: 'Tilt must be a number from 0 to 90.', zh_CN: '倾角为 0 至 90 的数字。' },
  azimuth_range: {
    status: 400,
    en: 'Azimuth must be a number from 0 to 360.',
    zh_CN: '方位角为 0 至 360 的数字。',
  },
  price_range: {
    status: 400,
    en: 'Price must be a number from 0 to 1000.',
    zh_CN: '单价为 0 至 1000 的数字。',
  },
  currency_format: {
    status: 400,
    en: 'Currency must be a three-letter code, such as CNY.',
    zh_CN: '币种为三位字母代码，例如 CNY。',
  },
  carbon_range: {
    status: 400,
    en: 'The factor must be a number from 0 to 10 kg per kWh.',
    zh_CN: 'CO₂ 因子为 0 至 10 的数字（kg/kWh）。',
  },
  yield_range: {
    status: 400,
    en: 'Earlier yield must be from 0 to 1,000,000,000,000 kWh.',
    zh_CN: '接入前发电量为不小于 0 的千瓦时数，最大 1,000,000,000,000。',
  },
  time_zone_unknown: { status: 400, en: 'Unknown time zone.', zh_CN: '未知的时区。' },
  date_invalid: { status: 400, en: 'This date does not exist.', zh_CN: '日期不存在。' },
  phone_format: { status: 400, en: 'This is not a phone number.', zh_CN: '电话号码格式不正确。' },
  country_unknown: { status: 400, en: 'Unknown country.', zh_CN: '未知的国家或地区。' },

  // work orders
  order_inverter: {
    status: 409,
    en: 'Devices of inverter type cannot be transferred to a work order',
    zh_CN: '逆变器类型的设备不能转工单',
  },
  order_alarm_handled: {
    status: 409,
    en: 'Only unhandled alarms can be transferred',
    zh_CN: '只能转未处理的告警',
  },
  order_alarm_closed: {
    status: 409,
    en: 'Only unhandled alarms can be transferred. A closed alarm is over.',
    zh_CN: '只能转未处理的告警，已关闭的告警不能转工单',
  },
  order_content_empty: {
    status: 409,
    en: 'At least one content item must stay.',
    zh_CN: '至少保留一条告警内容。',
  },
  order_other_handler: {
    status: 409,
    en: 'This work order now has another handler.',
    zh_CN: '该工单的处理人已变更，您不能再操作。',
  },
  order_over: {
    status: 409,
    en: 'This work order has been completed or discarded.',
    zh_CN: '该工单已结束（已完成或已作废）。',
  },
  order_comments_full: {
    status: 409,
    en: 'This work order holds no more comments.',
    zh_CN: '该工单的留言数量已达上限。',
  },
  order_number_differs: {
    status: 409,
    en: 'This is not the work order number.',
    zh_CN: '输入的编号与工单编号不一致。',
  },
  signature_stale: {
    status: 409,
    en: 'The report changed after it was signed. Please sign again.',
    zh_CN: '报告内容在签名后有修改，请重新签名。',
  },
  webhook_private: {
    status: 400,
    en: 'Only public internet addresses are allowed.',
    zh_CN: '仅支持公网地址。',
  },
  planned_times: {
    status: 400,
    en: 'The planned end is before the planned start.',
    zh_CN: '计划结束时间早于计划开始时间。',
  },

  // devices
  sn_format: {
    status: 400,
    en: 'Serial numbers have 12 digits, or 6 to 32 letters and digits with at least one of each.',
    zh_CN: 'SN 为 12 位数字，或 6 至 32 位字母加数字的组合。',
  },
  sn_repeat: { status: 409, en: 'SN repeat', zh_CN: 'SN 重复' },
  claim_refused: {
    status: 403,
    en: 'Serial number and claim code do not match a gateway that can be added.',
    zh_CN: '序列号与认领码不匹配，无法添加该网关。',
  },
  nothing_selected: {
    status: 400,
    en: 'Please select the devices to delete',
    zh_CN: '请选择要删除的设备',
  },
  command_running: {
    status: 409,
    en: 'A command for this device is still running. Wait for its result.',
    zh_CN: '该设备有命令正在执行，请等待结果。',
  },
  select_device_first: {
    status: 400,
    en: 'Please select the device first',
    zh_CN: '请先选择设备',
  },
  op_unsupported: {
    status: 409,
    en: 'Some of the selected devices cannot do this.',
    zh_CN: '所选设备中有设备不支持此操作。',
  },
  limit_time: {
    status: 400,
    en: 'A limit can last from one minute to seven days.',
    zh_CN: '限功率时长为 1 分钟至 7 天。',
  },
  limit_unit: {
    status: 409,
    en: 'Some of the selected devices accept a limit only in the other unit (% or W).',
    zh_CN: '所选设备中有设备只支持另一种限值单位（% 或 W）。',
  },
  limit_too_low: {
    status: 409,
    en: 'Some of the selected devices cannot be limited that low.',
    zh_CN: '所选设备中有设备不支持这么低的限值。',
  },
  limit_too_high: {
    status: 409,
    en: 'Some of the selected devices are rated at or below this limit.',
    zh_CN: '所选设备中有设备的额定功率不高于该限值。',
  },
  limit_range: {
    status: 400,
    en: 'The limit must be a whole number from 0 to 100 (%).',
    zh_CN: '功率限值为 0 至 100 的整数（%）。',
  },
  tail_differs: {
    status: 409,
    en: 'These are not the last characters of the serial number.',
    zh_CN: '与序列号末尾字符不一致。',
  },
  too_many_devices: {
    status: 409,
    en: 'Too many devices for one action.',
    zh_CN: '设备数量超过单次控制的上限。',
  },
  devices_full: {
    status: 409,
    en: 'A station holds at most 10,000 devices, and a gateway 2,000.',
    zh_CN: '一个电站最多 10000 台设备，一台网关最多接入 2000 台。',
  },
  array_full: {
    status: 409,
    en: 'A station holds at most 10,000 strings, 10,000 places and 1,000 areas.',
    zh_CN: '一个电站最多 10000 个组串、10000 个组件位置和 1000 个区域。',
  },
  too_many_this_hour: {
    status: 429,
    en: 'You have reached the hourly limit of controlled devices.',
    zh_CN: '您在一小时内控制的设备数量已达上限。',
  },
  people_at_work: {
    status: 409,
    en: 'Someone is working there. Please ask them first.',
    zh_CN: '现场有人正在作业，请先与其确认。',
  },
  not_independent: {
    status: 403,
    en: 'Within the last day, one of the two accounts was created, given permissions or a new password, or re-enabled by the other, or both by the same person. Someone independent has to decide.',
    zh_CN:
      '两个账号中的一个在最近一天内由另一个创建、提升权限、重置密码或重新启用，或两者由同一人操作，须由与申请人无关的人员审批。',
  },
  same_person: {
    status: 403,
    en: 'Someone else has to decide this.',
    zh_CN: '须由另一位人员审批，不能审批自己的申请。',
  },
  some_offline: {
    status: 409,
    en: 'Some gateways are offline, continue activation?',
    zh_CN: '部分网关离线，是否继续激活？',
  },
  all_offline: {
    status: 409,
    en: 'All selected gateways are offline. Offline gateways cannot be activated.',
    zh_CN: '所选网关均离线，离线网关无法激活。',
  },
  position_taken: {
    status: 409,
    en: 'Another device already has this position in the string.',
    zh_CN: '组串中的该位置已有其他设备。',
  },
  spot_taken: {
    status: 409,
    en: 'Another device already has this spot in the layout.',
    zh_CN: '布局中的该格已有其他设备。',
  },
  other_string: {
    status: 409,
    en: 'This device already belongs to another string.',
    zh_CN: '该设备已属于其他组串。',
  },
  string_no_taken: {
    status: 409,
    en: 'This inverter already has a string with this number.',
    zh_CN: '该逆变器已有相同编号的组串。',
  },
  string_capacity: {
    status: 400,
    en: 'String capacity must be above 0 (W) with at most two decimals.',
    zh_CN: '组串容量须大于 0（W），最多两位小数。',
  },

  // edges
  pairing_refused: {
    status: 403,
    en: 'This pairing code is not valid. Codes work once, for 15 minutes: create a new one in the app.',
    zh_CN: '配对码无效。配对码仅可使用一次，15 分钟内有效，请在应用中重新生成。',
  },
  pairings_full: {
    status: 409,
    en: 'Too many pairing codes are waiting at this station. Use them, or wait until they expire.',
    zh_CN: '该电站待使用的配对码过多，请先使用或等待其失效。',
  },
  tls_needed: {
    status: 409,
    en: 'An edge gets its login only over HTTPS. Run npm run certificate on the server and restart it.',
    zh_CN: '边缘网关的登录凭据只能经 HTTPS 下发。请在服务器上运行 npm run certificate 并重新启动。',
  },
  edge_off: {
    status: 409,
    en: "This server's edge is off: it was started with EDGE=off, or has a limited role.",
    zh_CN: '此服务器未启用内置边缘网关：启动时设置了 EDGE=off，或仅承担部分角色。',
  },
  edge_address: {
    status: 400,
    en: 'This is not a device address. Example: modbus-tcp://192.168.1.20:502?unit=1.',
    zh_CN: '设备地址无效。示例：modbus-tcp://192.168.1.20:502?unit=1。',
  },
  edge_scheme: {
    status: 400,
    en: 'Unknown protocol. Available: modbus-tcp, modbus-rtu, rtu-over-tcp, solarman, goodwe, fronius, enphase, opendtu, shelly, mqtt.',
    zh_CN:
      '不支持的设备协议。可用：modbus-tcp、modbus-rtu、rtu-over-tcp、solarman、goodwe、fronius、enphase、opendtu、shelly、mqtt。',
  },
  edge_address_public: {
    status: 400,
    en: 'An edge reads only devices on its own private network: 10.…, 172.16.… to 172.31.…, 192.168.…, or a name on that network.',
    zh_CN: '边缘网关只采集其所在私有网络中的设备：10.…、172.16.… 至 172.31.…、192.168.… 或该网络内的名称。',
  },
  edge_port: {
    status: 400,
    en: 'An edge connects only to ports 80, 443, 502 and those from 1024.',
    zh_CN: '边缘网关仅连接 80、443、502 及 1024 以上的端口。',
  },
  edge_address_secret: {
    status: 400,
    en: 'Do not put passwords in the address: use the password field, which only the edge can read.',
    zh_CN: '请勿在地址中填写密码：请使用专用字段，其内容仅边缘网关可读取。',
  },
  edge_device_repeat: {
    status: 409,
    en: 'This edge already reads this address.',
    zh_CN: '该边缘网关已采集此地址。',
  },
  edge_devices_full: {
    status: 409,
    en: "This edge's device list is full. Add a second edge for more devices.",
    zh_CN: '该边缘网关的设备列表已满，请为其余设备添加另一个边缘网关。',
  },
  edge_map_kind: {
    status: 400,
    en: 'This device type cannot be mapped.',
    zh_CN: '此类设备不支持映射。',
  },
  edge_map_empty: {
    status: 400,
    en: 'A mapping has 1 to 8 devices, each with 1 to 32 values.',
    zh_CN: '一个映射须包含 1 至 8 台设备，每台设备须有 1 至 32 项取值。',
  },
  edge_map_topic: {
    status: 400,
    en: 'Topics are names separated by slashes, without + or #.',
    zh_CN: '主题由斜杠分隔的名称组成，不含 + 和 #。',
  },
  edge_map_path: {
    status: 400,
    en: 'JSON paths are names separated by dots, such as ENERGY.Power.',
    zh_CN: 'JSON 位置由点分隔的名称组成，例如 ENERGY.Power。',
  },
  edge_map_metric: {
    status: 400,
    en: 'Unknown metric.',
    zh_CN: '没有此指标。',
  },
  edge_map_twice: {
    status: 400,
    en: 'Another value of this device already uses this metric.',
    zh_CN: '该设备的另一项取值已对应此指标。',
  },
  edge_map_factor: {
    status: 400,
    en: 'The factor must be a number other than 0.',
    zh_CN: '系数须为非零数字。',
  },
  edge_map_serial: {
    status: 400,
    en: 'A serial number has 1 to 32 letters, digits and - . _ / and cannot repeat.',
    zh_CN: '序列号为 1 至 32 位字母、数字及 - . _ /，且不能重复。',
  },
  edge_map_state: {
    status: 400,
    en: 'Enter 1 to 16 words for a status, up to 32 characters each.',
    zh_CN: '请填写 1 至 16 个状态对应的内容，每个不超过 32 个字符。',
  },
  edge_map_scheme: {
    status: 400,
    en: 'Mappings are only for MQTT.',
    zh_CN: '映射仅适用于通过 MQTT 发布的数据。',
  },
  edge_range: {
    status: 400,
    en: 'A search covers up to 4096 addresses of private networks, such as 192.168.1.0/24.',
    zh_CN: '搜索范围须为私有网络，最多 4096 个地址，格式如 192.168.1.0/24。',
  },

  // upgrades
  package_too_large: {
    status: 413,
    en: 'Firmware packages can be at most 32 MB.',
    zh_CN: '升级包不能超过 32 MB。',
  },
  package_unreadable: {
    status: 422,
    en: 'This is not a firmware package, or it is damaged.',
    zh_CN: '不是有效的升级包，或升级包已损坏。',
  },
  package_unsigned: {
    status: 422,
    en: 'A signature in this package is missing or wrong.',
    zh_CN: '升级包缺少签名或签名错误。',
  },
  package_key_unknown: {
    status: 422,
    en: 'This package was signed with an unknown key.',
    zh_CN: '升级包的签名密钥未知。',
  },
  package_key_revoked: {
    status: 422,
    en: 'This package was signed with a key that is no longer accepted.',
    zh_CN: '升级包的签名密钥已被吊销。',
  },
  package_changed: {
    status: 422,
    en: 'The package content does not match its signature.',
    zh_CN: '升级包内容与签名不一致。',
  },
  package_expired: { status: 409, en: 'This package has expired.', zh_CN: '升级包已过期。' },
  package_withdrawn: { status: 409, en: 'This package has been withdrawn.', zh_CN: '升级包已撤回。' },
  package_not_approved: {
    status: 409,
    en: 'This package has not been approved.',
    zh_CN: '升级包尚未批准。',
  },
  package_own: {
    status: 403,
    en: 'You cannot approve a package you uploaded. Someone else has to.',
    zh_CN: '上传者不能批准自己的升级包，须由他人批准。',
  },
  upgrade_blocked: {
    status: 409,
    en: 'Some of these gateways cannot be upgraded now.',
    zh_CN: '部分网关当前无法升级。',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** The sentence of a code. */
export const sentence = (code: ErrorCode, language: Language): string => errors[code][language]
