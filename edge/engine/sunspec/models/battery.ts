import { model } from '../points.ts'

/** 802: a battery. */
export const battery = model(
  `
  AHRtg uint16 Ah AHRtg_SF
  WHRtg uint16 Wh WHRtg_SF
  WChaRteMax uint16 W WChaDisChaMax_SF
  WDisChaRteMax uint16 W WChaDisChaMax_SF
  DisChaRte uint16 %WHRtg DisChaRte_SF
  SoCMax uint16 %WHRtg SoC_SF
  SoCMin uint16 %WHRtg SoC_SF
  SocRsvMax uint16 %WHRtg SoC_SF
  SoCRsvMin uint16 %WHRtg SoC_SF
  SoC uint16 %WHRtg SoC_SF
  DoD uint16 % DoD_SF
  SoH uint16 % SoH_SF
  NCyc uint32
  ChaSt enum16
  LocRemCtl enum16
  Hb uint16
  CtrlHb uint16
  AlmRst uint16
  Typ enum16
  State enum16
  StateVnd enum16
  WarrDt uint32
  Evt1 bitfield32
  Evt2 bitfield32
  EvtVnd1 bitfield32
  EvtVnd2 bitfield32
  V uint16 V V_SF
  VMax uint16 V V_SF
  VMin uint16 V V_SF
  CellVMax uint16 V CellV_SF
  CellVMaxStr uint16
  CellVMaxMod uint16
  CellVMin uint16 V CellV_SF
  CellVMinStr uint16
  CellVMinMod uint16
  CellVAvg uint16 V CellV_SF
  A int16 A A_SF
  AChaMax uint16 A AMax_SF
  ADisChaMax uint16 A AMax_SF
  W int16 W W_SF
  ReqInvState enum16
  ReqW int16 W W_SF
  SetOp enum16
  SetInvState enum16
  AHRtg_SF sunssf
  WHRtg_SF sunssf
  WChaDisChaMax_SF sunssf
  DisChaRte_SF sunssf
  SoC_SF sunssf
  DoD_SF sunssf
  SoH_SF sunssf
  V_SF sunssf
  CellV_SF sunssf
  A_SF sunssf
  AMax_SF sunssf
  W_SF sunssf
`,
  { hasDrafts: true },
)
