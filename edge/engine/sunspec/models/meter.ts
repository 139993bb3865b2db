import { model } from '../points.ts'

const table = `
  A int16 A A_SF
  AphA int16 A A_SF
  AphB int16 A A_SF
  AphC int16 A A_SF
  A_SF sunssf
  PhV int16 V V_SF
  PhVphA int16 V V_SF
  PhVphB int16 V V_SF
  PhVphC int16 V V_SF
  PPV int16 V V_SF
  PPVphAB int16 V V_SF
  PPVphBC int16 V V_SF
  PPVphCA int16 V V_SF
  V_SF sunssf
  Hz int16 Hz Hz_SF
  Hz_SF sunssf
  W int16 W W_SF
  WphA int16 W W_SF
  WphB int16 W W_SF
  WphC int16 W W_SF
  W_SF sunssf
  VA int16 VA VA_SF
  VAphA int16 VA VA_SF
  VAphB int16 VA VA_SF
  VAphC int16 VA VA_SF
  VA_SF sunssf
  VAR int16 var VAR_SF
  VARphA int16 var VAR_SF
  VARphB int16 var VAR_SF
  VARphC int16 var VAR_SF
  VAR_SF sunssf
  PF int16 Pct PF_SF
  PFphA int16 Pct PF_SF
  PFphB int16 Pct PF_SF
  PFphC int16 Pct PF_SF
  PF_SF sunssf
  TotWhExp acc32 Wh TotWh_SF
  TotWhExpPhA acc32 Wh TotWh_SF
  TotWhExpPhB acc32 Wh TotWh_SF
  TotWhExpPhC acc32 Wh TotWh_SF
  TotWhImp acc32 Wh TotWh_SF
  TotWhImpPhA acc32 Wh TotWh_SF
  TotWhImpPhB acc32 Wh TotWh_SF
  TotWhImpPhC acc32 Wh TotWh_SF
  TotWh_SF sunssf
  TotVAhExp acc32 VAh TotVAh_SF
  TotVAhExpPhA acc32 VAh TotVAh_SF
  TotVAhExpPhB acc32 VAh TotVAh_SF
  TotVAhExpPhC acc32 VAh TotVAh_SF
  TotVAhImp acc32 VAh TotVAh_SF
  TotVAhImpPhA acc32 VAh TotVAh_SF
  TotVAhImpPhB acc32 VAh TotVAh_SF
  TotVAhImpPhC acc32 VAh TotVAh_SF
  TotVAh_SF sunssf
  TotVArhImpQ1 acc32 varh TotVArh_SF
  TotVArhImpQ1PhA acc32 varh TotVArh_SF
  TotVArhImpQ1PhB acc32 varh TotVArh_SF
  TotVArhImpQ1PhC acc32 varh TotVArh_SF
  TotVArhImpQ2 acc32 varh TotVArh_SF
  TotVArhImpQ2PhA acc32 varh TotVArh_SF
  TotVArhImpQ2PhB acc32 varh TotVArh_SF
  TotVArhImpQ2PhC acc32 varh TotVArh_SF
  TotVArhExpQ3 acc32 varh TotVArh_SF
  TotVArhExpQ3PhA acc32 varh TotVArh_SF
  TotVArhExpQ3PhB acc32 varh TotVArh_SF
  TotVArhExpQ3PhC acc32 varh TotVArh_SF
  TotVArhExpQ4 acc32 varh TotVArh_SF
  TotVArhExpQ4PhA acc32 varh TotVArh_SF
  TotVArhExpQ4PhB acc32 varh TotVArh_SF
  TotVArhExpQ4PhC acc32 varh TotVArh_SF
  TotVArh_SF sunssf
  Evt bitfield32
`

/** 201: a meter of one phase. */
export const onePhaseMeter = model(table)

/** 202 to 204: meters of several; only the names of three points differ. */
export const meter = model(table.replaceAll('PPVph', 'PhVph'))
