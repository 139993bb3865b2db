import { profiles } from './profiles.ts'

/** What to try when a device does not answer, by maker where it differs. */
export const wayOut = {
  ...profiles,
  wayOut: {
    power: 'Has it power, and is its network light on?',
    moved: 'Has the router given it another address? Give it a fixed one there.',
    switchedOn:
      'Its interface (Modbus TCP) is often switched off. Look for it in the app or web page of the maker.',
    oneOnly:
      'Most inverters speak to one program at a time. Does something else read it, such as Home Assistant or evcc?',
    unit: 'Is the unit number right?',
    asleep: 'Without light some inverters sleep. Look again in daylight.',
    profile: 'Choose its kind by hand, if it was found out wrongly.',
    secret: 'Enter its password or token anew.',
    of: {
      solaredge:
        'In SetApp: Commissioning, Site communication, Modbus TCP, Enable; port 1502. It then waits two minutes for the first request.',
      huawei:
        'In the FusionSolar or SUN2000 app, signed in as installer: Settings, Communication configuration, Dongle parameter settings, Modbus TCP, unrestricted. Newer firmware uses port 6607.',
      sungrow:
        'On the web page of the WiNet-S: System, Transfer configuration, Modbus at port 502, without SSL. For the LAN port of the inverter: iSolarCloud app, Local access, More, Communication settings, Enable inverter ETH port.',
      sma: 'On its web page, signed in as installer: Device parameters, External communication, Modbus, TCP server, switched on.',
      fronius: 'On its web page: Communication, Modbus, Modbus TCP as slave, switched on.',
      kostal: 'On its web page: Settings, Modbus / SunSpec (TCP), switched on; port 1502, unit 71.',
      goodwe:
        'Modules of the kind WiFi/LAN Kit-20 speak Modbus TCP at port 502 (unit 247), which is switched on in the SolarGo app; older ones answer at UDP port 8899.',
      growatt:
        'Grid-tied models switch off at night. By day: is its RS-485 converter or ShineWiFi-X reachable?',
      solarman:
        'The stick serves one program at a time. Some updates of its firmware close port 8899; its maker can open it again.',
      solarApi: 'On its web page: Communication, Solar API, switched on. Newer inverters come with it off.',
      enphase:
        'Tokens of owners end after a year. Make a new one at entrez.enphaseenergy.com and enter it in the settings.',
      opendtu: 'In its settings under Security: allow read-only access, or enter its password here.',
      mqtt: 'Are address and port of the broker right, and does it ask for a password?',
      serial: 'Are the two wires the right way round? Do speed and unit number agree with the device?',
    },
  },
} as const
