/**
 * The demonstration world as data: real places with the names of nobody. Longer than most files because it is a
 * table. At every hour of UTC, all year, at least four of these stations stand in daylight. Accounts, companies and
 * claims are made elsewhere from what stands here.
 */
import type { Climate } from './physics/sky.ts'
import type { InverterSpec, ModuleSpec, StationSpec } from './station-spec.ts'
import { inverterRow } from './world-inverters.ts'

const mono410: ModuleSpec = {
  brand: 'JA Solar',
  model: 'JAM54S30-410',
  ratedW: 410,
  vmpV: 31.5,
  gammaPerC: -0.0035,
  betaPerC: -0.00275,
}
const mono450: ModuleSpec = {
  brand: 'LONGi',
  model: 'LR4-72HPH-450M',
  ratedW: 450,
  vmpV: 41.5,
  gammaPerC: -0.0035,
  betaPerC: -0.0027,
}
const bifacial550: ModuleSpec = {
  brand: 'Trina',
  model: 'TSM-DEG19C.20-550',
  ratedW: 550,
  vmpV: 31.6,
  gammaPerC: -0.0034,
  betaPerC: -0.0025,
}

const climate = (meanC: number, seasonC: number, diurnalC: number, cloudiness: number): Climate => ({
  meanC,
  seasonC,
  diurnalC,
  cloudiness,
})
const gateway = (
  sn: string,
  inverters: readonly InverterSpec[],
  net: StationSpec['gateways'][number]['net'] = {
    mode: '4g',
    sim: `8986012345${sn.slice(-5)}00017`,
    csq: 21,
  },
  behind: Pick<StationSpec['gateways'][number], 'weather' | 'house' | 'network'> = {},
) => ({ sn, model: 'EMU-2', sw: '2.1.7', hw: 'B', soc: '1.4', net, inverters, ...behind })
const europe = { volts: 230, hertz: 50 } as const
const china = { volts: 220, hertz: 50 } as const
const americas = { volts: 240, hertz: 60 } as const

export const world: readonly StationSpec[] = [
  {
    key: 'shanghai-factory',
    name: '临港一号厂房',
    type: 'industrial',
    country: 'CN',
    region: 'Shanghai',
    address: '上海市浦东新区临港新片区',
    timeZone: 'Asia/Shanghai',
    latitude: 30.893,
    longitude: 121.872,
    tiltDeg: 8,
    azimuthDeg: 170,
    gridConnectedOn: '2023-04-18',
    reportMin: 5,
    mains: china,
    climate: climate(17, 12, 4, 0.55),
    module: bifacial550,
    gateways: [
      gateway(
        'GW2304A00011',
        inverterRow({
          model: 'SG110CX',
          serials: ['A2304110001', 'A2304110002', 'A2304110003'],
          strings: 13,
          modules: 18,
        }),
      ),
    ],
  },
  {
    key: 'qingpu-home',
    name: '青浦-顾家小院',
    type: 'residential',
    country: 'CN',
    region: 'Shanghai',
    address: '上海市青浦区朱家角镇',
    timeZone: 'Asia/Shanghai',
    latitude: 31.112,
    longitude: 121.054,
    tiltDeg: 25,
    azimuthDeg: 190,
    gridConnectedOn: '2024-03-02',
    reportMin: 5,
    mains: china,
    climate: climate(17, 12, 4.5, 0.55),
    module: mono410,
    gateways: [
      gateway(
        'GW2403A00027',
        inverterRow({
          model: 'SE5000H',
          serials: ['SE5H7E24A0C1'],
          strings: 1,
          modules: 14,
          optimizers: { model: 'S440', each: 1, digits: '1240300' },
        }),
        { mode: 'wifi' },
        {
          house: {
            meter: { sn: 'DTSU24030027', brand: 'CHINT', model: 'DTSU666', sw: '1.2' },
            dailyKwh: 16,
          },
        },
      ),
    ],
  },
  {
    key: 'talatan-ground',
    name: '共和塔拉滩一期',
    type: 'ground_mounted',
    country: 'CN',
    region: 'Qinghai',
    address: '青海省海南藏族自治州共和县塔拉滩',
    timeZone: 'Asia/Shanghai',
    latitude: 36.142,
    longitude: 100.573,
    tiltDeg: 34,
    azimuthDeg: 180,
    gridConnectedOn: '2021-12-20',
    reportMin: 5,
    mains: { volts: 462, hertz: 50 },
    climate: climate(4.5, 13, 8, 0.32),
    module: bifacial550,
    gateways: [
      gateway(
        'GW2112A00101',
        inverterRow({
          model: 'SG250HX',
          serials: ['A2112250011', 'A2112250012', 'A2112250013', 'A2112250014'],
          strings: 20,
          modules: 28,
        }),
        undefined,
        { weather: { sn: 'LFT2112WS001', brand: 'Lufft', model: 'WS503-UMB', sw: '2.4' } },
      ),
      gateway(
        'GW2112A00102',
        inverterRow({
          model: 'SG250HX',
          serials: ['A2112250021', 'A2112250022', 'A2112250023', 'A2112250024'],
          strings: 20,
          modules: 28,
          eastM: 420,
        }),
      ),
    ],
  },
  {
    key: 'turpan-vines',
    name: '吐鲁番葡萄沟农光',
    type: 'agricultural',
    country: 'CN',
    region: 'Xinjiang',
    address: '新疆吐鲁番市高昌区葡萄镇',
    timeZone: 'Asia/Urumqi',
    latitude: 42.953,
    longitude: 89.231,
    tiltDeg: 30,
    azimuthDeg: 180,
    gridConnectedOn: '2022-08-09',
    reportMin: 10,
    mains: china,
    climate: climate(14.5, 21, 8, 0.25),
    module: bifacial550,
    gateways: [
      gateway(
        'GW2208A00043',
        inverterRow({
          model: 'SG110CX',
          serials: ['A2208110041', 'A2208110042', 'A2208110043', 'A2208110044'],
          strings: 13,
          modules: 18,
        }),
      ),
    ],
  },
  {
    key: 'landshut-barn',
    name: 'Landshut-Scheunendach',
    type: 'commercial',
    country: 'DE',
    region: 'Bayern',
    address: 'Altdorf bei Landshut',
    timeZone: 'Europe/Berlin',
    latitude: 48.557,
    longitude: 12.108,
    tiltDeg: 22,
    azimuthDeg: 90,
    gridConnectedOn: '2020-06-11',
    reportMin: 5,
    mains: europe,
    climate: climate(9.5, 10, 5, 0.6),
    module: mono410,
    gateways: [
      gateway(
        'GW2006A00058',
        inverterRow({
          model: 'SE17K',
          serials: ['SE17K7E1DBB39', 'SE17K7E1DBB40'],
          strings: 3,
          modules: 16,
          azimuthsDeg: [90, 270],
          optimizers: { model: 'P505', each: 1, letters: '4-9A57' },
        }),
        { mode: 'ethernet' },
      ),
    ],
  },
  {
    key: 'carmona-bodega',
    name: 'Carmona-Bodega',
    type: 'commercial',
    country: 'ES',
    region: 'Andalucía',
    address: 'Polígono El Pilero, Carmona',
    timeZone: 'Europe/Madrid',
    latitude: 37.468,
    longitude: -5.642,
    tiltDeg: 15,
    azimuthDeg: 175,
    gridConnectedOn: '2022-05-30',
    reportMin: 5,
    mains: europe,
    climate: climate(18.5, 9.5, 7, 0.3),
    module: mono450,
    gateways: [
      gateway(
        'GW2205A00066',
        inverterRow({
          model: 'STP 50-40',
          serials: ['SMA3011250661', 'SMA3011250662'],
          strings: 8,
          modules: 16,
        }),
        { mode: 'ethernet' },
      ),
    ],
  },
  {
    key: 'cape-winery',
    name: 'Cape-Town-Winery',
    type: 'agricultural',
    country: 'ZA',
    region: 'Western Cape',
    address: 'Constantia Nek, Cape Town',
    timeZone: 'Africa/Johannesburg',
    latitude: -33.9,
    longitude: 18.4,
    tiltDeg: 20,
    azimuthDeg: 5,
    gridConnectedOn: '2023-09-14',
    reportMin: 5,
    mains: europe,
    climate: climate(17, 4.5, 5, 0.35),
    module: mono450,
    gateways: [
      gateway(
        'GW2309A00072',
        inverterRow({
          model: 'SE27.6K',
          serials: ['SE27K73A9001', 'SE27K73A9002'],
          strings: 3,
          modules: 24,
          optimizers: { model: 'P1100', each: 2, letters: '7B3C' },
        }),
      ),
    ],
  },
  {
    key: 'kathmandu-school',
    name: 'Kathmandu-School',
    type: 'commercial',
    country: 'NP',
    region: 'Bagmati',
    address: 'Lalitpur, Kathmandu Valley',
    timeZone: 'Asia/Kathmandu',
    latitude: 27.672,
    longitude: 85.325,
    tiltDeg: 22,
    azimuthDeg: 185,
    gridConnectedOn: '2024-02-11',
    reportMin: 10,
    mains: europe,
    climate: climate(18.5, 6.5, 6, 0.48),
    module: mono450,
    gateways: [
      gateway(
        'GW2402A00083',
        inverterRow({
          model: 'Symo 10.0-3-M',
          serials: ['FR3428A10083', 'FR3428A10084'],
          strings: 2,
          modules: 13,
          shutdowns: { model: 'TS4-A-F', every: 2, digits: '1240211' },
        }),
      ),
    ],
  },
  {
    key: 'newcastle-depot',
    name: 'Newcastle-Depot',
    type: 'commercial',
    country: 'AU',
    region: 'New South Wales',
    address: 'Kooragang Island, Newcastle',
    timeZone: 'Australia/Sydney',
    latitude: -32.873,
    longitude: 151.752,
    tiltDeg: 12,
    azimuthDeg: 350,
    gridConnectedOn: '2022-11-03',
    reportMin: 5,
    mains: europe,
    climate: climate(18.5, 5.5, 4.5, 0.42),
    module: mono450,
    gateways: [
      gateway(
        'GW2211A00091',
        inverterRow({
          model: 'SE10K',
          serials: ['SE10K74F1A01', 'SE10K74F1A02'],
          strings: 2,
          modules: 14,
          optimizers: { model: 'S500', each: 1, digits: '1221191' },
        }),
      ),
    ],
  },
  {
    key: 'fresno-packing',
    name: 'Fresno-Packing-House',
    type: 'commercial',
    country: 'US',
    region: 'California',
    address: 'Kearney Boulevard, Fresno',
    timeZone: 'America/Los_Angeles',
    latitude: 36.731,
    longitude: -119.842,
    tiltDeg: 18,
    azimuthDeg: 180,
    gridConnectedOn: '2021-07-22',
    reportMin: 5,
    mains: americas,
    climate: climate(18, 10, 8, 0.25),
    module: mono410,
    gateways: [
      gateway(
        'GW2107A00105',
        inverterRow({
          model: 'SB5.0-1AV-41',
          serials: ['SMA3007110051', 'SMA3007110052'],
          strings: 2,
          modules: 8,
          shutdowns: { model: 'TS4-A-F', every: 1, digits: '1210710' },
        }),
        { mode: 'wifi' },
      ),
    ],
  },
  {
    key: 'calama-park',
    name: 'Calama-Solar-Park',
    type: 'ground_mounted',
    country: 'CL',
    region: 'Antofagasta',
    address: 'Pampa de Calama',
    timeZone: 'America/Santiago',
    latitude: -22.431,
    longitude: -68.884,
    tiltDeg: 22,
    azimuthDeg: 0,
    gridConnectedOn: '2020-10-01',
    reportMin: 5,
    mains: { volts: 462, hertz: 50 },
    climate: climate(13, 3.5, 11, 0.08),
    module: bifacial550,
    gateways: [
      gateway(
        'GW2010A00114',
        inverterRow({
          model: 'SG250HX',
          serials: ['A2010250111', 'A2010250112', 'A2010250113', 'A2010250114'],
          strings: 20,
          modules: 28,
        }),
      ),
    ],
  },
  {
    key: 'kona-home',
    name: 'Kona-Residence',
    type: 'residential',
    country: 'US',
    region: 'Hawaii',
    address: 'Holualoa, Kailua-Kona',
    timeZone: 'Pacific/Honolulu',
    latitude: 19.622,
    longitude: -155.951,
    tiltDeg: 18,
    azimuthDeg: 200,
    gridConnectedOn: '2023-01-27',
    reportMin: 5,
    mains: americas,
    climate: climate(24, 2, 3.5, 0.42),
    module: mono410,
    gateways: [
      gateway(
        'GW2301A00126',
        inverterRow({
          model: 'SE5000H',
          serials: ['SE5H7D23K0A1', 'SE5H7D23K0A2'],
          strings: 1,
          modules: 14,
          azimuthsDeg: [200, 110],
          optimizers: { model: 'S440', each: 1, letters: '5-D20' },
        }),
        { mode: 'wifi' },
        {
          house: {
            meter: { sn: 'SE-MTR-3Y-0126', brand: 'SolarEdge', model: 'SE-MTR-3Y', sw: '3.2' },
            battery: {
              sn: 'BAT10K1P0126',
              brand: 'SolarEdge',
              model: 'BAT-10K1P',
              sw: '48.26',
              capacityWh: 9700,
              maxW: 5000,
            },
            dailyKwh: 24,
          },
        },
      ),
    ],
  },
  {
    key: 'votuporanga-lake',
    name: 'Votuporanga-Floating',
    type: 'floating',
    country: 'BR',
    region: 'São Paulo',
    address: 'Represa de Água Vermelha',
    timeZone: 'America/Sao_Paulo',
    latitude: -20.131,
    longitude: -50.082,
    tiltDeg: 10,
    azimuthDeg: 0,
    gridConnectedOn: '2024-06-25',
    reportMin: 5,
    mains: { volts: 220, hertz: 60 },
    climate: climate(24.5, 2.5, 6, 0.4),
    module: bifacial550,
    gateways: [
      gateway(
        'GW2406A00133',
        inverterRow({
          model: 'SG110CX',
          serials: ['A2406110131', 'A2406110132', 'A2406110133', 'A2406110134'],
          strings: 13,
          modules: 18,
        }),
      ),
    ],
  },
  {
    key: 'hermosillo-plaza',
    name: 'Hermosillo-Plaza',
    type: 'commercial',
    country: 'MX',
    region: 'Sonora',
    address: 'Boulevard Kino, Hermosillo',
    timeZone: 'America/Hermosillo',
    latitude: 29.098,
    longitude: -110.954,
    tiltDeg: 10,
    azimuthDeg: 180,
    gridConnectedOn: '2023-06-08',
    reportMin: 5,
    mains: { volts: 220, hertz: 60 },
    climate: climate(25, 8.5, 7, 0.2),
    module: mono450,
    gateways: [
      gateway(
        'GW2306A00147',
        inverterRow({
          model: 'SE17K',
          serials: ['SE17K7E23M01', 'SE17K7E23M02', 'SE17K7E23M03'],
          strings: 2,
          modules: 22,
          optimizers: { model: 'P505', each: 1, letters: '6-E31' },
        }),
      ),
    ],
  },
  {
    key: 'graz-house',
    name: 'Graz-Einfamilienhaus',
    type: 'residential',
    country: 'AT',
    region: 'Steiermark',
    address: 'Waltendorf, Graz',
    timeZone: 'Europe/Vienna',
    latitude: 47.066,
    longitude: 15.478,
    tiltDeg: 30,
    azimuthDeg: 180,
    gridConnectedOn: '2024-05-14',
    reportMin: 5,
    mains: europe,
    climate: climate(10.5, 10.5, 5, 0.5),
    module: mono410,
    gateways: [
      {
        ...gateway(
          'EDGE-GRAZ0151',
          inverterRow({
            model: 'Symo GEN24 6.0',
            serials: ['FR31428077'],
            strings: 2,
            modules: 9,
          }),
          { mode: 'ethernet' },
          {
            house: {
              meter: { sn: 'SM19340151', brand: 'Fronius', model: 'Smart Meter 63A', sw: '1.4' },
              battery: {
                // It prints none: what the edge makes of its address.
                sn: 'MADE-ZPVKGET89JRB',
                brand: 'BYD',
                model: 'Battery-Box HVS 7.7',
                sw: '3.26',
                capacityWh: 7680,
                maxW: 4000,
                inverter: 'FR31428077',
              },
              dailyKwh: 15,
            },
            network: [{ sn: 'FR31428077', port: 1502, unit: 1 }],
          },
        ),
        model: 'Edge',
      },
    ],
  },
]

/**
 * What stands on the network of an edge and nobody has taken in yet: the garage beside the house in Graz. It is no
 * station of its own until somebody searches.
 */
export const untaken: readonly StationSpec[] = [grazGarage()]

function grazGarage(): StationSpec {
  const house = worldStation('graz-house')
  const inverters = inverterRow({ model: 'Symo GEN24 6.0', serials: ['FR31428078'], strings: 1, modules: 8 })
  const network = [{ sn: 'FR31428078', port: 6607, unit: 1 }]
  return {
    ...house,
    key: 'graz-garage',
    azimuthDeg: 240,
    gateways: house.gateways.map(({ sn, model, sw, hw, soc, net }) => ({
      sn,
      model,
      sw,
      hw,
      soc,
      net,
      inverters,
      network,
    })),
  }
}

/** A station of the world; throws for a key that is none. */
export function worldStation(key: string): StationSpec {
  const station = world.find((one) => one.key === key)
  if (!station) throw new Error(`no station ${key}`)
  return station
}
