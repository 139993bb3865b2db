import { model } from '../points.ts'

/** 701: what an inverter measures on its AC side. */
export const derMeasurements = model(
  `
  ACType enum16
  St enum16
  InvSt enum16
  ConnSt enum16
  Alrm bitfield32
  DERMode bitfield32
  W int16 W W_SF
  VA int16 VA VA_SF
  Var int16 Var Var_SF
  PF int16 - PF_SF
  A int16 A A_SF
  LLV uint16 V V_SF
  LNV uint16 V V_SF
  Hz uint32 Hz Hz_SF
  TotWhInj uint64 Wh TotWh_SF
  TotWhAbs uint64 Wh TotWh_SF
  TotVarhInj uint64 Varh TotVarh_SF
  TotVarhAbs uint64 Varh TotVarh_SF
  TmpAmb int16 C Tmp_SF
  TmpCab int16 C Tmp_SF
  TmpSnk int16 C Tmp_SF
  TmpTrns int16 C Tmp_SF
  TmpSw int16 C Tmp_SF
  TmpOt int16 C Tmp_SF
  WL1 int16 W W_SF
  VAL1 int16 VA VA_SF
  VarL1 int16 Var Var_SF
  PFL1 int16 - PF_SF
  AL1 int16 A A_SF
  VL1L2 uint16 V V_SF
  VL1 uint16 V V_SF
  TotWhInjL1 uint64 Wh TotWh_SF
  TotWhAbsL1 uint64 Wh TotWh_SF
  TotVarhInjL1 uint64 Varh TotVarh_SF
  TotVarhAbsL1 uint64 Varh TotVarh_SF
  WL2 int16 W W_SF
  VAL2 int16 VA VA_SF
  VarL2 int16 Var Var_SF
  PFL2 int16 - PF_SF
  AL2 int16 A A_SF
  VL2L3 uint16 V V_SF
  VL2 uint16 V V_SF
  TotWhInjL2 uint64 Wh TotWh_SF
  TotWhAbsL2 uint64 Wh TotWh_SF
  TotVarhInjL2 uint64 Varh TotVarh_SF
  TotVarhAbsL2 uint64 Varh TotVarh_SF
  WL3 int16 W W_SF
  VAL3 int16 VA VA_SF
  VarL3 int16 Var Var_SF
  PFL3 int16 - PF_SF
  AL3 int16 A A_SF
  VL3L1 uint16 V V_SF
  VL3 uint16 V V_SF
  TotWhInjL3 uint64 Wh TotWh_SF
  TotWhAbsL3 uint64 Wh TotWh_SF
  TotVarhInjL3 uint64 Varh TotVarh_SF
  TotVarhAbsL3 uint64 Varh TotVarh_SF
  ThrotPct uint16 Pct
  ThrotSrc bitfield32
  A_SF sunssf
  V_SF sunssf
  Hz_SF sunssf
  W_SF sunssf
  PF_SF sunssf
  VA_SF sunssf
  Var_SF sunssf
  TotWh_SF sunssf
  TotVarh_SF sunssf
  Tmp_SF sunssf
  MnAlrmInfo string32
`,
  { hasDrafts: true },
)

/** 714: what it measures on its DC side. */
export const derInputs = model(
  `
  PrtAlrms bitfield32
  NPrt uint16
  DCA int16 A DCA_SF
  DCW int16 W DCW_SF
  DCWhInj uint64 Wh DCWH_SF
  DCWhAbs uint64 Wh DCWH_SF
  DCA_SF sunssf
  DCV_SF sunssf
  DCW_SF sunssf
  DCWH_SF sunssf
  Tmp_SF sunssf
`,
  {
    group: {
      count: 'NPrt',
      table: `
  PrtTyp enum16
  ID uint16
  IDStr string8
  DCA int16 A DCA_SF
  DCV uint16 V DCV_SF
  DCW int16 W DCW_SF
  DCWhInj uint64 Wh DCWH_SF
  DCWhAbs uint64 Wh DCWH_SF
  Tmp int16 C Tmp_SF
  DCSta enum16
  DCAlrm bitfield32
`,
    },
    hasDrafts: true,
  },
)
