import { model } from '../points.ts'

/** 120: ratings of an inverter. */
export const nameplate = model(`
  DERTyp enum16
  WRtg uint16 W WRtg_SF
  WRtg_SF sunssf
  VARtg uint16 VA VARtg_SF
  VARtg_SF sunssf
  VArRtgQ1 int16 var VArRtg_SF
  VArRtgQ2 int16 var VArRtg_SF
  VArRtgQ3 int16 var VArRtg_SF
  VArRtgQ4 int16 var VArRtg_SF
  VArRtg_SF sunssf
  ARtg uint16 A ARtg_SF
  ARtg_SF sunssf
  PFRtgQ1 int16 cos() PFRtg_SF
  PFRtgQ2 int16 cos() PFRtg_SF
  PFRtgQ3 int16 cos() PFRtg_SF
  PFRtgQ4 int16 cos() PFRtg_SF
  PFRtg_SF sunssf
  WHRtg uint16 Wh WHRtg_SF
  WHRtg_SF sunssf
  AhrRtg uint16 AH AhrRtg_SF
  AhrRtg_SF sunssf
  MaxChaRte uint16 W MaxChaRte_SF
  MaxChaRte_SF sunssf
  MaxDisChaRte uint16 W MaxDisChaRte_SF
  MaxDisChaRte_SF sunssf
  Pad pad
`)

/** 121: what an inverter was set to. */
export const settings = model(`
  WMax uint16 W WMax_SF
  VRef uint16 V VRef_SF
  VRefOfs int16 V VRefOfs_SF
  VMax uint16 V VMinMax_SF
  VMin uint16 V VMinMax_SF
  VAMax uint16 VA VAMax_SF
  VArMaxQ1 int16 var VArMax_SF
  VArMaxQ2 int16 var VArMax_SF
  VArMaxQ3 int16 var VArMax_SF
  VArMaxQ4 int16 var VArMax_SF
  WGra uint16 %_WMax/sec WGra_SF
  PFMinQ1 int16 cos() PFMin_SF
  PFMinQ2 int16 cos() PFMin_SF
  PFMinQ3 int16 cos() PFMin_SF
  PFMinQ4 int16 cos() PFMin_SF
  VArAct enum16
  ClcTotVA enum16
  MaxRmpRte uint16 %_WGra MaxRmpRte_SF
  ECPNomHz uint16 Hz ECPNomHz_SF
  ConnPh enum16
  WMax_SF sunssf
  VRef_SF sunssf
  VRefOfs_SF sunssf
  VMinMax_SF sunssf
  VAMax_SF sunssf
  VArMax_SF sunssf
  WGra_SF sunssf
  PFMin_SF sunssf
  MaxRmpRte_SF sunssf
  ECPNomHz_SF sunssf
`)

/** 122: what an inverter counts and can do now. */
export const measurements = model(`
  PVConn bitfield16
  StorConn bitfield16
  ECPConn bitfield16
  ActWh acc64 Wh
  ActVAh acc64 VAh
  ActVArhQ1 acc64 varh
  ActVArhQ2 acc64 varh
  ActVArhQ3 acc64 varh
  ActVArhQ4 acc64 varh
  VArAval int16 var VArAval_SF
  VArAval_SF sunssf
  WAval uint16 var WAval_SF
  WAval_SF sunssf
  StSetLimMsk bitfield32
  StActCtl bitfield32
  TmSrc string4
  Tms uint32 Secs
  RtSt bitfield16
  Ris uint16 ohms Ris_SF
  Ris_SF sunssf
`)

/** 123: limits of an inverter, and how long they hold. */
export const controls = model(`
  Conn_WinTms uint16 Secs
  Conn_RvrtTms uint16 Secs
  Conn enum16
  WMaxLimPct uint16 %_WMax WMaxLimPct_SF
  WMaxLimPct_WinTms uint16 Secs
  WMaxLimPct_RvrtTms uint16 Secs
  WMaxLimPct_RmpTms uint16 Secs
  WMaxLim_Ena enum16
  OutPFSet int16 cos() OutPFSet_SF
  OutPFSet_WinTms uint16 Secs
  OutPFSet_RvrtTms uint16 Secs
  OutPFSet_RmpTms uint16 Secs
  OutPFSet_Ena enum16
  VArWMaxPct int16 %_WMax VArPct_SF
  VArMaxPct int16 %_VArMax VArPct_SF
  VArAvalPct int16 %_VArAval VArPct_SF
  VArPct_WinTms uint16 Secs
  VArPct_RvrtTms uint16 Secs
  VArPct_RmpTms uint16 Secs
  VArPct_Mod enum16
  VArPct_Ena enum16
  WMaxLimPct_SF sunssf
  OutPFSet_SF sunssf
  VArPct_SF sunssf
`)

/** 124: a battery that hangs at an inverter. */
export const storage = model(`
  WChaMax uint16 W WChaMax_SF
  WChaGra uint16 %_WChaMax/sec WChaDisChaGra_SF
  WDisChaGra uint16 %_WChaMax/sec WChaDisChaGra_SF
  StorCtl_Mod bitfield16
  VAChaMax uint16 VA VAChaMax_SF
  MinRsvPct uint16 %_WChaMax MinRsvPct_SF
  ChaState uint16 %_AhrRtg ChaState_SF
  StorAval uint16 AH StorAval_SF
  InBatV uint16 V InBatV_SF
  ChaSt enum16
  OutWRte int16 %_WDisChaMax InOutWRte_SF
  InWRte int16 %_WChaMax InOutWRte_SF
  InOutWRte_WinTms uint16 Secs
  InOutWRte_RvrtTms uint16 Secs
  InOutWRte_RmpTms uint16 Secs
  ChaGriSet enum16
  WChaMax_SF sunssf
  WChaDisChaGra_SF sunssf
  VAChaMax_SF sunssf
  MinRsvPct_SF sunssf
  ChaState_SF sunssf
  StorAval_SF sunssf
  InBatV_SF sunssf
  InOutWRte_SF sunssf
`)
