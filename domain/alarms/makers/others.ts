import type { MakerTable } from './maker-code.ts'

/** Numbers of faults: bit + 1, over the words in their order. Source: davidrapan/ha-solarman (MIT). */
export const sofar: MakerTable = {
  1: ['grid_overvoltage', 'Grid voltage high', '电网过压'],
  2: ['grid_undervoltage', 'Grid voltage low', '电网欠压'],
  3: ['grid_overfrequency', 'Grid frequency high', '电网过频'],
  4: ['grid_underfrequency', 'Grid frequency low', '电网欠频'],
  5: ['residual_current', 'Leakage current', '漏电流'],
}

/** Conditions of SMA's own registers. Source: kellerza/pysma (MIT). */
export const sma: MakerTable = {
  35: ['device_fault', 'Fault', '故障'],
  455: ['device_fault', 'Warning', '告警', 'prompt'],
}

/** States of batteries (`b`) behind inverters of SolarEdge. Source: frenck/python-solaredged (MIT). */
export const solaredge: MakerTable = {
  b5: ['device_fault', 'Battery fault', '电池故障'],
}

/** Bits of `Evt1` of models 101 to 113 and `Alrm` of 701. Source: SunSpec. */
export const sunspec: MakerTable = {
  0: ['ground_fault', 'Ground fault', '接地故障'],
  1: ['dc_overvoltage', 'DC voltage high', '直流过压'],
  2: ['grid_lost', 'AC disconnected', '交流断开'],
  3: ['device_fault', 'DC disconnected', '直流断开'],
  4: ['grid_lost', 'Grid disconnected', '电网断开'],
  5: ['device_fault', 'Cabinet open', '机箱打开', 'important'],
  6: ['inverter_off', 'Switched off by hand', '手动关机', 'prompt'],
  7: ['over_temperature', 'Too hot', '温度过高'],
  8: ['grid_overfrequency', 'Grid frequency high', '电网过频'],
  9: ['grid_underfrequency', 'Grid frequency low', '电网欠频'],
  10: ['grid_overvoltage', 'AC voltage high', '交流过压'],
  11: ['grid_undervoltage', 'AC voltage low', '交流欠压'],
  12: ['string_low_current', 'Fuse of a string blown', '组串熔断器熔断'],
  13: ['device_fault', 'Too cold', '温度过低', 'prompt'],
  14: ['device_fault', 'Memory lost', '存储丢失'],
  15: ['device_fault', 'Hardware test failed', '硬件自检失败'],
  16: ['device_fault', "Maker's own alarm", '厂家自定义告警', 'important'],
}
