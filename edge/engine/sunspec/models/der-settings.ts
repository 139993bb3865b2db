import { model } from '../points.ts'

/** 702: ratings, and what they were set to. */
export const derCapacity = model(
  `
  WMaxRtg uint16 W W_SF
  WOvrExtRtg uint16 W W_SF
  WOvrExtRtgPF uint16 - PF_SF
  WUndExtRtg uint16 W W_SF
  WUndExtRtgPF uint16 - PF_SF
  VAMaxRtg uint16 VA VA_SF
  VarMaxInjRtg uint16 Var Var_SF
  VarMaxAbsRtg uint16 Var Var_SF
  WChaRteMaxRtg uint16 W W_SF
  WDisChaRteMaxRtg uint16 W W_SF
  VAChaRteMaxRtg uint16 VA VA_SF
  VADisChaRteMaxRtg uint16 VA VA_SF
  VNomRtg uint16 V V_SF
  VMaxRtg uint16 V V_SF
  VMinRtg uint16 V V_SF
  AMaxRtg uint16 A A_SF
  PFOvrExtRtg uint16 - PF_SF
  PFUndExtRtg uint16 - PF_SF
  ReactSusceptRtg uint16 S S_SF
  NorOpCatRtg enum16
  AbnOpCatRtg enum16
  CtrlModes bitfield32
  IntIslandCatRtg bitfield16
  WMax uint16 W W_SF
  WMaxOvrExt uint16 W W_SF
  WOvrExtPF uint16 - PF_SF
  WMaxUndExt uint16 W W_SF
  WUndExtPF uint16 - PF_SF
  VAMax uint16 VA VA_SF
  VarMaxInj uint16 Var Var_SF
  VarMaxAbs uint16 Var Var_SF
  WChaRteMax uint16 W W_SF
  WDisChaRteMax uint16 W W_SF
  VAChaRteMax uint16 VA VA_SF
  VADisChaRteMax uint16 VA VA_SF
  VNom uint16 V V_SF
  VMax uint16 V V_SF
  VMin uint16 V V_SF
  AMax uint16 A A_SF
  PFOvrExt uint16 - PF_SF
  PFUndExt uint16 - PF_SF
  IntIslandCat bitfield16
  W_SF sunssf
  PF_SF sunssf
  VA_SF sunssf
  Var_SF sunssf
  V_SF sunssf
  A_SF sunssf
  S_SF sunssf
`,
  { hasDrafts: true },
)

/** 703: when it may come to the grid. */
export const derEntry = model(
  `
  ES enum16
  ESVHi uint16 Pct V_SF
  ESVLo uint16 Pct V_SF
  ESHzHi uint32 Hz Hz_SF
  ESHzLo uint32 Hz Hz_SF
  ESDlyTms uint32 Secs
  ESRndTms uint32 Secs
  ESRmpTms uint32 Secs
  ESDlyRemTms uint32 Secs
  V_SF sunssf
  Hz_SF sunssf
`,
  { hasDrafts: true },
)

/** 704: limits, and how long they hold. */
export const derControls = model(
  `
  PFWInjEna enum16
  PFWInjEnaRvrt enum16
  PFWInjRvrtTms uint32 Secs
  PFWInjRvrtRem uint32 Secs
  PFWAbsEna enum16
  PFWAbsEnaRvrt enum16
  PFWAbsRvrtTms uint32 Secs
  PFWAbsRvrtRem uint32 Secs
  WMaxLimPctEna enum16
  WMaxLimPct uint16 Pct WMaxLimPct_SF
  WMaxLimPctRvrt uint16 Pct WMaxLimPct_SF
  WMaxLimPctEnaRvrt enum16
  WMaxLimPctRvrtTms uint32 Secs
  WMaxLimPctRvrtRem uint32 Secs
  WSetEna enum16
  WSetMod enum16
  WSet int32 W WSet_SF
  WSetRvrt int32 W WSet_SF
  WSetPct int16 Pct WSetPct_SF
  WSetPctRvrt int16 Pct WSetPct_SF
  WSetEnaRvrt enum16
  WSetRvrtTms uint32 Secs
  WSetRvrtRem uint32 Secs
  VarSetEna enum16
  VarSetMod enum16
  VarSetPri enum16
  VarSet int32 Var VarSet_SF
  VarSetRvrt int32 Var VarSet_SF
  VarSetPct int16 Pct VarSetPct_SF
  VarSetPctRvrt int16 Pct VarSetPct_SF
  VarSetEnaRvrt enum16
  VarSetRvrtTms uint32 Secs
  VarSetRvrtRem uint32 Secs
  WRmp uint16 %Max/Sec
  WRmpRef enum16
  VarRmp uint16 %Max/Sec
  AntiIslEna enum16
  PF_SF sunssf
  WMaxLimPct_SF sunssf
  WSet_SF sunssf
  WSetPct_SF sunssf
  VarSet_SF sunssf
  VarSetPct_SF sunssf
  PFWInj.PF uint16 - PF_SF
  PFWInj.Ext enum16
  PFWInjRvrt.PF uint16 - PF_SF
  PFWInjRvrt.Ext enum16
  PFWAbs.PF uint16 - PF_SF
  PFWAbs.Ext enum16
  PFWAbsRvrt.PF uint16 - PF_SF
  PFWAbsRvrt.Ext enum16
`,
  { hasDrafts: true },
)

/** 713: what its battery holds. */
export const derStorage = model(
  `
  WHRtg uint16 WH WH_SF
  WHAvail uint16 WH WH_SF
  SoC uint16 Pct Pct_SF
  SoH uint16 Pct Pct_SF
  Sta enum16
  WH_SF sunssf
  Pct_SF sunssf
`,
  { hasDrafts: true },
)
