import { model } from '../points.ts'

/** 302: irradiance, sensor by sensor. */
export const irradiance = model(
  `

`,
  {
    group: {
      count: null,
      table: `
  GHI uint16 W/m2
  POAI uint16 W/m2
  DFI uint16 W/m2
  DNI uint16 W/m2
  OTI uint16 W/m2
`,
    },
  },
)

/** 303: temperature of the back of modules. */
export const moduleTemperature = model(
  `

`,
  {
    group: {
      count: null,
      table: `
  TmpBOM int16 C -1
`,
    },
  },
)

/** 304: how modules are inclined. */
export const inclination = model(
  `

`,
  {
    group: {
      count: null,
      table: `
  Inclx int32 Degrees -2
  Incly int32 Degrees -2
  Inclz int32 Degrees -2
`,
    },
  },
)

/** 305: where it stands. */
export const position = model(`
  Tm string6 hhmmss.sssZ
  Date string4 YYYYMMDD
  Loc string20 text
  Lat int32 Degrees -7
  Long int32 Degrees -7
  Alt int32 meters
`)

/** 306: a reference cell. */
export const referencePoint = model(`
  GHI uint16 W/m2
  A uint16 W/m2
  V uint16 W/m2
  Tmp uint16 W/m2
`)

/** 307: a weather station. */
export const weatherStation = model(`
  TmpAmb int16 C -1
  RH int16 Pct
  Pres int16 HPa
  WndSpd int16 mps
  WndDir int16 deg
  Rain int16 mm
  Snw int16 mm
  PPT int16
  ElecFld int16 Vm
  SurWet int16 kO
  SoilWet int16 Pct
`)

/** 308: a small weather station. */
export const smallWeatherStation = model(`
  GHI uint16 W/m2
  TmpBOM int16 C -1
  TmpAmb int16 C -1
  WndSpd uint16 m/s
`)
