import type { Asked, Places } from './register-lists.ts'

/**
 * The families of which there are lists of registers: how to encode a device, and where each row has to be found. Long
 * because it is one table.
 */
export type Family = {
  profile: string
  asked: Omit<Asked, 'seed'>
  places: Places
}

const inverter = (path: string, times = 1) => ({ t: 'inverter', path, times })
const meter = (path: string, times = 1) => ({ t: 'meter', path, times })
const battery = (path: string, times = 1) => ({ t: 'battery', path, times })
/** Not read: said for what it is. */
const unread = { t: '', path: '' }
const KWH = 1000

const huawei: Family = {
  profile: 'huawei-sun2000',
  asked: {
    file: 'huawei-sun2000.csv',
    raw: {
      30000: 'SUN2000-50KTL-M3',
      30071: 24,
      30072: 8,
      30073: 50_000,
      37760: 612,
      37100: 1,
      32008: 0,
      32009: 0,
      32010: 0,
    },
    // Sums of loggers, at other units.
    skip: [30_354, 30_348, 40_521, 40_446, 37_498, 37_516],
  },
  places: [
    [/^30000/, inverter('about.model')],
    [/^30015/, inverter('sn')],
    [/string inputs/, inverter('about.strings')],
    [/trackers/, inverter('about.mppt')],
    [/rated power/, inverter('about.ratedW')],
    [/^3200\d state (\d)/, inverter('raw.State$1')],
    [/^320\d\d alarm (\d)/, inverter('raw.Alarm$1')],
    [/PV(\d+) voltage/, inverter('m.mppt.$1.u')],
    [/PV(\d+) current/, inverter('m.mppt.$1.i')],
    [/^32064/, inverter('m.p_dc')],
    [/^32066/, inverter('raw.Uab')],
    [/^32067/, inverter('raw.Ubc')],
    [/^32068/, inverter('raw.Uca')],
    [/^32\d+ voltage L(\d)$/, inverter('m.u.$1')],
    [/^32\d+ current L(\d)$/, inverter('m.i.$1')],
    [/peak today/, inverter('raw.PeakToday')],
    [/^32080/, inverter('m.p')],
    [/^32082/, inverter('m.q')],
    [/^32084/, inverter('m.pf')],
    [/^32085/, inverter('m.f')],
    [/efficiency/, inverter('raw.Efficiency')],
    [/^32087/, inverter('m.t')],
    // MOhm
    [/^32088/, inverter('m.riso', 1000)],
    [/^32089/, inverter('raw.Status')],
    [/^32090/, inverter('raw.Fault')],
    [/^32106/, inverter('m.e_tot', KWH)],
    [/^32114/, inverter('m.e_day', KWH)],
    [/optimizers known/, inverter('raw.Optimizers')],
    [/optimizers online/, inverter('raw.OptimizersOnline')],
    [/meter state/, meter('raw.MeterState')],
    [/meter voltage L(\d)/, meter('m.u.$1')],
    [/meter current L(\d)/, meter('m.i.$1')],
    [/meter power L(\d)/, meter('raw.P$1')],
    // Above 0 it feeds in there.
    [/^37113/, meter('m.p', -1)],
    [/meter export/, meter('m.e_out', KWH)],
    [/meter import/, meter('m.e_in', KWH)],
    [/battery charge/, battery('m.soc')],
    // Above 0 it charges there.
    [/battery power/, battery('m.p', -1)],
    [/model id|start time|stop time/, unread],
    [/^4\d+ (limit|export)/, unread],
  ],
}

const sungrowBoth: Places = [
  [/^4989/, inverter('sn')],
  [/^4999/, inverter('raw.DeviceType')],
  [/^5000/, inverter('about.ratedW')],
  [/^5001/, inverter('raw.OutputKind')],
  [/^5007/, inverter('m.t')],
  [/MPPT(\d+) voltage/, inverter('m.mppt.$1.u')],
  [/MPPT(\d+) current/, inverter('m.mppt.$1.i')],
  [/^5018/, inverter('m.u.1')],
  [/^5019/, inverter('m.u.2')],
  [/^5020/, inverter('m.u.3')],
  [/^5032/, inverter('m.q')],
  [/^5034/, inverter('m.pf')],
]
const sungrowSg: Family = {
  profile: 'sungrow-sg',
  asked: {
    file: 'sungrow-sg.csv',
    raw: { 4999: 0x2c06, 5000: 330, 5001: 1, 5037: 0x0000 },
    // The coarse total and frequency are read where there is no fine one.
    skip: [5_003, 5_035],
  },
  places: [
    ...sungrowBoth,
    [/^5002/, inverter('m.e_day', KWH)],
    [/^5005/, inverter('raw.Hours')],
    [/^5008/, inverter('m.s')],
    [/^5016/, inverter('m.p_dc')],
    [/^5021/, inverter('m.i.1')],
    [/^5022/, inverter('m.i.2')],
    [/^5023/, inverter('m.i.3')],
    [/^5030/, inverter('m.p')],
    [/^5037/, inverter('raw.WorkState')],
    [/^5044/, inverter('raw.FaultCode')],
    [/^5048/, inverter('raw.RatedQ')],
    [/^5070/, inverter('m.riso')],
    [/^5080/, inverter('raw.WorkState2')],
    [/^5082/, meter('m.p')],
    [/^5084/, meter('raw.P1')],
    [/^5086/, meter('raw.P2')],
    [/^5088/, meter('raw.P3')],
    [/^5090/, meter('raw.Load')],
    [/export today/, meter('raw.ExportToday')],
    [/export total/, meter('m.e_out', KWH)],
    [/import today/, meter('raw.ImportToday')],
    [/import total/, meter('m.e_in', KWH)],
    [/^5112/, inverter('raw.MinutesToday')],
    [/^5127/, inverter('raw.MonthEnergy')],
    [/^5143/, inverter('m.e_tot', KWH)],
    [/^5145/, inverter('raw.MinusToEarth')],
    [/^5146/, inverter('raw.BusVoltage')],
    [/^5147/, inverter('m.f')],
    [/^5149/, inverter('raw.PidState')],
    [/^5150/, inverter('raw.PidAlarm')],
    [/string (\d+) current/, inverter('m.str.$1.i')],
  ],
}
const sungrowSh: Family = {
  profile: 'sungrow-sh',
  asked: {
    file: 'sungrow-sh.csv',
    // What both have in common stands in the other list.
    more: {
      file: 'sungrow-sg.csv',
      only: [4989, 4999, 5000, 5001, 5007, 5010, 5011, 5012, 5013, 5014, 5015, 5018, 5019, 5020, 5032, 5034],
    },
    raw: { 4999: 0x0e03, 5000: 100, 5001: 1, 13019: 480, 13022: 611, 12999: 0x0040 },
  },
  places: [
    ...sungrowBoth,
    [/^5213/, battery('m.p')],
    [/^5241/, inverter('m.f')],
    [/^5600/, meter('m.p')],
    [/^5602/, meter('raw.P1')],
    [/^5604/, meter('raw.P2')],
    [/^5606/, meter('raw.P3')],
    [/^5740/, meter('m.u.1')],
    [/^5741/, meter('m.u.2')],
    [/^5742/, meter('m.u.3')],
    [/^5743/, meter('m.i.1')],
    [/^5744/, meter('m.i.2')],
    [/^5745/, meter('m.i.3')],
    [/^12999/, inverter('raw.RunningState')],
    [/^13000/, inverter('raw.PowerFlow')],
    [/^13001/, inverter('m.e_day', KWH)],
    [/^13002/, inverter('m.e_pv', KWH)],
    [/^13007/, inverter('raw.Load')],
    // The same as at 5600, the other way round.
    [/^13009/, unread],
    [/^13019/, battery('m.u_in')],
    [/^13022/, battery('m.soc')],
    [/^13023/, battery('raw.Health')],
    [/^13024/, battery('m.t')],
    [/^13030/, inverter('m.i.1')],
    [/^13031/, inverter('m.i.2')],
    [/^13032/, inverter('m.i.3')],
    [/^13033/, inverter('m.p')],
    [/import today/, meter('raw.ImportToday')],
    [/import total/, meter('m.e_in', KWH)],
    [/export today/, meter('raw.ExportToday')],
    [/export total/, meter('m.e_out', KWH)],
  ],
}

const growattPlaces: Places = [
  [/ state$/, inverter('raw.Status')],
  [/ DC power$/, inverter('m.p_dc')],
  [/ PV(\d) voltage/, inverter('m.mppt.$1.u')],
  [/ PV(\d) current/, inverter('m.mppt.$1.i')],
  [/ PV(\d) power/, inverter('m.mppt.$1.p')],
  [/ AC power$/, inverter('m.p')],
  [/ frequency$/, inverter('m.f')],
  [/ day energy$/, inverter('m.e_day', KWH)],
  [/ PV total energy/, inverter('raw.PvTotal')],
  [/ total energy$/, inverter('m.e_tot', KWH)],
  [/ PV(\d) energy today/, inverter('raw.PvToday$1')],
  [/ PV(\d) energy total/, inverter('raw.PvTotal$1')],
  [/ temperature inside/, inverter('m.t')],
  [/ derating/, inverter('raw.Derating')],
  [/ fault code/, inverter('raw.FaultCode')],
  [/ warning code/, inverter('raw.WarningCode')],
  [/^23 serial/, inverter('sn')],
  [/ rated power/, inverter('about.ratedW')],
  [/ unit id/, unread],
]
const allHolding = 'all (holding)'
const growatt: Family = {
  profile: 'growatt',
  asked: {
    file: 'growatt.csv',
    family: ['MID / MOD / three-phase (input 0..124)', allHolding],
    words: { 23: 5 },
    raw: { 37: 5000, 23: 'ABC1234567', 'input 0': 1, 105: 0, 112: 0 },
  },
  places: [
    ...growattPlaces,
    [/ voltage R$/, inverter('m.u.1')],
    [/ voltage S$/, inverter('m.u.2')],
    [/ voltage T$/, inverter('m.u.3')],
    [/ current R$/, inverter('m.i.1')],
    [/ current S$/, inverter('m.i.2')],
    [/ current T$/, inverter('m.i.3')],
    [/ power R$/, inverter('raw.S1')],
    [/ power S$/, inverter('raw.S2')],
    [/ power T$/, inverter('raw.S3')],
    [/ voltage R-S$/, inverter('raw.Uab')],
    [/ voltage S-T$/, inverter('raw.Ubc')],
    [/ voltage T-R$/, inverter('raw.Uca')],
    [/ temperature power module/, inverter('raw.TModule')],
    [/ temperature boost/, inverter('raw.TBoost')],
  ],
}
const growattTlx: Family = {
  profile: 'growatt-tlx',
  asked: {
    file: 'growatt.csv',
    family: ['MIN / TL-X (input 3000..3124)', allHolding],
    words: { 23: 5 },
    raw: { 3025: 5000, 23: 'ABC1234567', 3000: 1, 3041: 4_321, 3105: 0, 3106: 0 },
  },
  places: [
    ...growattPlaces,
    [/^3026/, inverter('m.u.1')],
    [/^3027/, inverter('m.i.1')],
    [/^3028/, inverter('m.s')],
    [/ from grid/, meter('raw.FromGrid')],
    [/ to grid/, meter('raw.ToGrid')],
    [/ load/, meter('raw.Load')],
    [/ bus voltage/, inverter('raw.BusVoltage')],
  ],
}

const solis: Family = {
  profile: 'solis',
  asked: {
    file: 'solis.csv',
    raw: { 2999: 178, 3042: 5001, 3043: 3 },
    skip: [33_057, 33_095, 33_029],
  },
  places: [
    [/^2999/, inverter('raw.Model')],
    [/ AC power/, inverter('m.p')],
    [/ DC power/, inverter('m.p_dc')],
    [/ total energy/, inverter('m.e_tot', KWH)],
    [/ month energy/, inverter('raw.MonthEnergy')],
    [/ day energy/, inverter('m.e_day', KWH)],
    [/ yesterday/, inverter('raw.Yesterday')],
    [/ year energy/, inverter('raw.YearEnergy')],
    [/ MPPT(\d) voltage/, inverter('m.mppt.$1.u')],
    [/ MPPT(\d) current/, inverter('m.mppt.$1.i')],
    [/^3033/, inverter('m.u.1')],
    [/^3034/, inverter('m.u.2')],
    [/^3035/, inverter('m.u.3')],
    [/^3036/, inverter('m.i.1')],
    [/^3037/, inverter('m.i.2')],
    [/^3038/, inverter('m.i.3')],
    [/ working mode/, inverter('raw.WorkingMode')],
    [/^3041/, inverter('m.t')],
    [/^3042/, inverter('m.f')],
    [/^3043/, inverter('raw.Status')],
    [/^3044/, inverter('raw.LimitW')],
    [/^3049/, inverter('raw.LimitPct')],
    [/^3262/, meter('m.p', -1)],
    [/ meter import/, meter('m.e_in', KWH)],
    [/ meter export/, meter('m.e_out', KWH)],
  ],
}
const solisHybrid: Family = {
  profile: 'solis-hybrid',
  asked: {
    file: 'solis.csv',
    raw: { 33057: 4321, 33095: 3 },
    skip: Array.from({ length: 400 }, (_, at) => 2_999 + at),
  },
  places: [
    [/^33057/, inverter('m.p_pv')],
    [/^33095/, inverter('raw.Status')],
    [/^33029/, inverter('m.e_pv', KWH)],
  ],
}

const both = 'string and micro'
const deyePlaces: Places = [
  [/^0 /, inverter('raw.Kind')],
  [/^3 /, inverter('sn')],
  [/^16 /, inverter('about.ratedW')],
  // 0x0200: two trackers.
  [/^18 /, unread],
  [/^59 /, inverter('raw.Status')],
  [/^60 /, inverter('m.e_day', KWH)],
  [/^63 /, inverter('m.e_tot', KWH)],
  [/^79 /, inverter('m.f')],
  [/^86 /, inverter('m.p')],
  [/^101 /, inverter('raw.Alarm')],
  [/^103 /, inverter('raw.Fault')],
  [/ PV(\d) voltage/, inverter('m.mppt.$1.u')],
  [/ PV(\d) current/, inverter('m.mppt.$1.i')],
  [/^73 /, inverter('m.u.1')],
  [/^76 /, inverter('m.i.1')],
  [/^40 |^43 /, unread],
]
const quiet = { 101: 0, 103: 0 }
const deyeString: Family = {
  profile: 'deye-string',
  asked: {
    file: 'deye-sunsynk.csv',
    family: ['string', both],
    raw: { 0: 2, 18: 0x0203, ...quiet },
  },
  places: [
    [/^70 /, inverter('raw.Uab')],
    [/^71 /, inverter('raw.Ubc')],
    [/^72 /, inverter('raw.Uca')],
    [/^74 /, inverter('m.u.2')],
    [/^75 /, inverter('m.u.3')],
    [/^77 /, inverter('m.i.2')],
    [/^78 /, inverter('m.i.3')],
    [/^80 /, inverter('raw.OutputPower')],
    [/^82 /, inverter('m.p_dc')],
    [/^84 /, inverter('m.s')],
    [/^88 /, inverter('m.q')],
    [/^90 /, inverter('m.t')],
    [/^91 /, inverter('raw.T2')],
    ...deyePlaces,
  ],
}
const deyeMicro: Family = {
  profile: 'deye-micro',
  asked: {
    file: 'deye-sunsynk.csv',
    family: ['micro', both],
    raw: { 0: 0x0400, 18: 0x0401, ...quiet },
    // Of string inverters alone, at the addresses of counters.
    skip: [75, 78, '74 voltage L2', '77 current L2'],
  },
  places: [
    [/^6(\d) PV(\d) energy today/, inverter('raw.PvToday$2')],
    [/ PV(\d) energy total/, inverter('raw.PvTotal$1')],
    // By a hundredth on micro-inverters: the list has the scale of string inverters.
    [/^90 /, inverter('m.t', 0.1)],
    ...deyePlaces,
  ],
}
const deye3p: Family = {
  profile: 'deye-hybrid-3p',
  asked: {
    file: 'deye-sunsynk.csv',
    family: ['three-phase hybrid (SG0*LP3, HP3)', both],
    raw: { 0: 5, 553: 0, 555: 0, 625: 1_234 },
    skip: Array.from({ length: 120 }, (_, at) => at + 8),
  },
  places: [
    [/^0 /, inverter('raw.Kind')],
    [/^3 /, inverter('sn')],
    [/^500 /, inverter('raw.Status')],
    [/^529 /, inverter('m.e_day', KWH)],
    [/^534 /, inverter('m.e_pv', KWH)],
    [/^540 /, inverter('raw.TDc')],
    [/^541 /, inverter('m.t')],
    [/^553 /, inverter('raw.Alarm')],
    [/^555 /, inverter('raw.Fault')],
    [/^598 /, inverter('m.u.1')],
    [/^599 /, inverter('m.u.2')],
    [/^600 /, inverter('m.u.3')],
    [/^609 /, inverter('m.f')],
    [/^619 /, meter('raw.CtPower')],
    [/^625 /, meter('m.p')],
    [/ PV(\d) power/, inverter('m.mppt.$1.p')],
    [/ PV(\d) voltage/, inverter('m.mppt.$1.u')],
    [/ PV(\d) current/, inverter('m.mppt.$1.i')],
  ],
}
const deye1p: Family = {
  profile: 'deye-hybrid-1p',
  asked: {
    file: 'deye-sunsynk.csv',
    family: ['one-phase hybrid', both],
    raw: { 0: 3, 101: 0, 103: 0, 169: 1_234 },
    // Of string inverters; and import, whose words stand apart, which the list cannot say.
    skip: [18, 40, 43, 60, 63, 73, 74, 75, 76, 77, 78, 79, 86, 90, 113, 114, 115, 116],
  },
  places: [
    [/^108 /, inverter('m.e_day', KWH)],
    [/^96 /, inverter('m.e_pv', KWH)],
    [/^150 /, inverter('m.u.1')],
    [/^169 /, meter('m.p')],
    [/^175 /, inverter('m.p')],
    [/^178 /, inverter('raw.Load')],
    [/ PV(\d) power/, inverter('m.mppt.$1.p')],
    [/^81 /, meter('m.e_out', KWH)],
    [/^245 /, unread],
    ...deyePlaces,
  ],
}

const sofar: Family = {
  profile: 'sofar-g3',
  asked: { file: 'sofar-g3.csv', raw: { 1028: 2, 1029: 0, 1093: 'SP1ES120N6B123' } },
  places: [
    [/^1028/, inverter('raw.Status')],
    [/^1029/, inverter('raw.Fault1')],
    [/^1048/, inverter('raw.TAmbient')],
    [/^1050/, inverter('m.t')],
    [/^1062/, inverter('raw.MinutesToday')],
    [/^1067/, inverter('m.riso')],
    [/^1093/, inverter('sn')],
    [/^1156/, inverter('m.f')],
    [/^1157/, inverter('m.p')],
    [/^1160/, meter('m.p', -1)],
    [/ voltage L(\d)/, inverter('m.u.$1')],
    [/ current L(\d)/, inverter('m.i.$1')],
    [/ PV(\d) voltage/, inverter('m.mppt.$1.u')],
    [/ PV(\d) current/, inverter('m.mppt.$1.i')],
    [/ PV(\d) power/, inverter('m.mppt.$1.p')],
    [/ day energy/, inverter('m.e_day', KWH)],
    [/ total energy/, inverter('m.e_tot', KWH)],
  ],
}

const sma: Family = {
  profile: 'sma',
  asked: {
    file: 'sma.csv',
    raw: { 30053: 9345, 30201: 307, 30217: 51, 30231: 8000 },
    skip: [40_210, 41_253, 41_255],
  },
  places: [
    [/^30053/, inverter('raw.Model')],
    [/^30201/, inverter('raw.Condition')],
    [/^30217/, inverter('raw.GridRelay')],
    [/^30231/, inverter('about.ratedW')],
    [/^30513/, inverter('m.e_tot')],
    [/^30775/, inverter('m.p')],
    [/^30777/, inverter('raw.P1')],
    [/^30779/, inverter('raw.P2')],
    [/^30781/, inverter('raw.P3')],
    [/^30783/, inverter('m.u.1')],
    [/^30785/, inverter('m.u.2')],
    [/^30787/, inverter('m.u.3')],
    [/^30789/, inverter('raw.Uab')],
    [/^30791/, inverter('raw.Ubc')],
    [/^30793/, inverter('raw.Uca')],
    [/^30795/, inverter('raw.Current')],
    [/^30803/, inverter('m.f')],
    [/^30807/, inverter('raw.Q1')],
    [/^30809/, inverter('raw.Q2')],
    [/^30811/, inverter('raw.Q3')],
    [/^30813/, inverter('m.s')],
    [/meter voltage A/, meter('m.u.1')],
    [/meter voltage B/, meter('m.u.2')],
    [/meter voltage C/, meter('m.u.3')],
    [/meter export A/, meter('raw.FedIn1')],
    [/meter export B/, meter('raw.FedIn2')],
    [/meter export C/, meter('raw.FedIn3')],
    [/meter import A/, meter('raw.Drawn1')],
    [/meter import B/, meter('raw.Drawn2')],
    [/meter import C/, meter('raw.Drawn3')],
  ],
}

export const families: readonly Family[] = [
  huawei,
  sungrowSg,
  sungrowSh,
  growatt,
  growattTlx,
  solis,
  solisHybrid,
  deyeString,
  deyeMicro,
  deye3p,
  deye1p,
  sofar,
  sma,
]
