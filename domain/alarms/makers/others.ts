import type { MakerTable } from './maker-code.ts'

/** Numbers of faults: bit + 1, over the words in their order. Source: davidrapan/ha-solarman (MIT). */
export const sofar: MakerTable = {
  1: ['grid_overvoltage', 'Grid voltage too high', '电网过压'],
  2: ['grid_undervoltage', 'Grid voltage too low', '电网欠压'],
  3: ['grid_overfrequency', 'Grid frequency too high', '电网过频'],
  4: ['grid_underfrequency', 'Grid frequency too low', '电网欠频'],
  5: ['residual_current', 'Leakage current too high', '漏电流'],
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
  1: ['dc_overvoltage', 'DC voltage too high', '直流过压'],
  2: ['grid_lost', 'AC disconnected', '交流断开'],
  3: ['device_fault', 'DC disconnected', '直流断开'],
  4: ['grid_lost', 'Grid disconnected', '电网断开'],
  5: ['device_fault', 'Cabinet open', '机箱打开', 'important'],
  6: ['inverter_off', 'Switched off manually', '手动关机', 'prompt'],
  7: ['over_temperature', 'Temperature too high', '温度过高'],
  8: ['grid_overfrequency', 'Grid frequency too high', '电网过频'],
  9: ['grid_underfrequency', 'Grid frequency too low', '电网欠频'],
  10: ['grid_overvoltage', 'AC voltage too high', '交流过压'],
  11: ['grid_undervoltage', 'AC voltage too low', '交流欠压'],
  12: ['string_low_current', 'String fuse blown', '组串熔断器熔断'],
  13: ['device_fault', 'Temperature too low', '温度过低', 'prompt'],
  14: ['device_fault', 'Memory lost', '存储丢失'],
  15: ['device_fault', 'Hardware test failed', '硬件自检失败'],
  16: ['device_fault', 'Manufacturer-specific alarm', '厂家自定义告警', 'important'],
  // Bits of the events of combiners (`c`): models 401 to 404.
  c0: ['device_fault', 'Combiner: voltage too low', '汇流箱：电压低', 'prompt'],
  c1: ['string_low_current', 'Combiner: power too low', '汇流箱：功率低'],
  c2: ['string_low_current', 'Combiner: efficiency too low', '汇流箱：效率低'],
  c3: ['string_low_current', 'Combiner: current abnormal', '汇流箱：电流异常'],
  c4: ['device_fault', 'Combiner: voltage abnormal', '汇流箱：电压异常', 'important'],
  c5: ['string_low_current', 'Combiner: power abnormal', '汇流箱：功率异常'],
  c6: ['string_low_current', 'Combiner: performance ratio abnormal', '汇流箱：系统效率异常'],
  c7: ['device_fault', 'Combiner disconnected', '汇流箱断开'],
  c8: ['string_low_current', 'String fuse fault', '组串熔断器故障'],
  c9: ['device_fault', 'Combiner fuse fault', '汇流箱熔断器故障'],
  c10: ['device_fault', 'Combiner open', '汇流箱箱门打开', 'important'],
  c11: ['over_temperature', 'Combiner: temperature abnormal', '汇流箱温度异常'],
  c12: ['ground_fault', 'Ground fault at the combiner', '汇流箱接地故障'],
  c13: ['string_reversed', 'String polarity reversed', '组串反接'],
  c14: ['device_fault', 'Combiner not compatible', '汇流箱不兼容', 'important'],
  c15: ['device_fault', 'Combiner: communication fault', '汇流箱通信异常', 'important'],
  c16: ['device_fault', 'Internal combiner fault', '汇流箱内部故障'],
  c17: ['device_fault', 'Anti-theft alarm', '防盗告警', 'emergent'],
  c18: ['arc_fault', 'DC arc at the combiner', '汇流箱直流电弧'],
}
