import type { MakerTable } from './maker-code.ts'

/**
 * Bits of the words of alarms (`a`) and faults (`f`); micro-inverters (`m`) mean other things by the bits of faults.
 * Source: davidrapan/ha-solarman (MIT).
 */
export const deye: MakerTable = {
  a1: ['fan', 'Fan fault', '风扇故障'],
  a2: ['grid_imbalance', 'Grid phase fault', '电网相位异常'],
  a3: ['meter_lost', 'Meter not responding', '电表通信异常'],
  a30: ['device_fault', 'Battery lost', '电池丢失', 'important'],
  a31: ['device_fault', 'Poor link to parallel inverter', '并机通信质量差', 'important'],
  f6: ['device_fault', 'DC/DC soft start failed', 'DC/DC 软启动失败'],
  f9: ['device_fault', 'Auxiliary supply fault', '辅助电源故障'],
  f12: ['device_fault', 'Operating mode changed', '工作模式已更改', 'prompt'],
  f17: ['output_overcurrent', 'AC overcurrent', '交流过流'],
  f18: ['device_fault', 'Device integrity fault', '设备完整性故障'],
  f19: ['device_fault', 'DC overcurrent', '直流过流'],
  f22: ['residual_current', 'Leakage current too high', '交流漏电流'],
  f63: ['over_temperature', 'Temperature too high', '温度过高'],
  m0: ['dc_overvoltage', 'DC voltage too high', '直流过压'],
  m1: ['dc_overvoltage', 'Bus voltage too high', '母线过压'],
  m2: ['device_fault', 'Bus voltage imbalance', '母线不均压'],
  m3: ['device_fault', 'Bus voltage too low', '母线欠压'],
  m4: ['device_fault', 'Second bus voltage imbalance', '第二母线不均压'],
  m5: ['device_fault', 'DC input A: overcurrent', '直流 A 路过流'],
  m6: ['device_fault', 'DC input B: overcurrent', '直流 B 路过流'],
  m7: ['device_fault', 'DC input disturbance', '直流输入干扰', 'important'],
  m8: ['output_overcurrent', 'Grid overcurrent', '电网过流'],
  m9: ['device_fault', 'Power module fault', '功率模块故障'],
  m10: ['grid_voltage', 'Grid disturbance', '电网干扰'],
  m11: ['device_fault', 'Arc detector self-test failed', '电弧检测自检失败', 'important'],
  m12: ['arc_fault', 'DC arc fault', '电弧故障'],
  m13: ['device_fault', 'Grid current sensor fault', '电网电流传感器故障'],
  m16: ['grid_lost', 'Grid phase missing or relay fault', '电网缺相或继电器故障'],
  m17: ['grid_lost', 'Grid phase missing or relay fault', '电网缺相或继电器故障'],
  m20: ['grid_lost', 'Grid phase missing or relay fault', '电网缺相或继电器故障'],
  m23: ['grid_lost', 'Grid phase missing or relay fault', '电网缺相或继电器故障'],
  m24: ['grid_lost', 'Grid phase missing or relay fault', '电网缺相或继电器故障'],
  m25: ['grid_lost', 'Grid phase missing or relay fault', '电网缺相或继电器故障'],
}
