import { profiles } from './profiles.ts'

/** What to try when a device does not answer, by maker where it differs. */
export const wayOut = {
  ...profiles,
  wayOut: {
    power: 'Does it have power, and is its network light on?',
    moved: 'Did the router give it a new address? Assign it a fixed one.',
    switchedOn: "Its interface (Modbus TCP) is often off. Look for it in the manufacturer's app or web page.",
    oneOnly:
      'Most inverters talk to one program at a time. Is another one reading it, such as Home Assistant or evcc?',
    unit: 'Is the unit ID right?',
    asleep: 'Some inverters sleep without light. Check again in daylight.',
    profile: 'If its type was detected wrongly, choose it manually.',
    secret: 'Enter its password or token again.',
    of: {
      solaredge:
        'In SetApp: Commissioning, Site communication, Modbus TCP, Enable; port 1502. It then waits two minutes for the first request.',
      huawei:
        'In the FusionSolar or SUN2000 app, signed in as installer: Settings, Communication configuration, Dongle parameter settings, Modbus TCP, unrestricted. Newer firmware uses port 6607.',
      sungrow:
        'On the web page of the WiNet-S: System, Transfer configuration, Modbus at port 502, without SSL. For the LAN port of the inverter: iSolarCloud app, Local access, More, Communication settings, Enable inverter ETH port.',
      sma: 'On its web page, signed in as installer: Device parameters, External communication, Modbus, TCP server, on.',
      fronius: 'On its web page: Communication, Modbus, Modbus TCP as slave, on.',
      kostal: 'On its web page: Settings, Modbus / SunSpec (TCP), on; port 1502, unit 71.',
      goodwe:
        'WiFi/LAN Kit-20 modules speak Modbus TCP on port 502 (unit 247); turn it on in the SolarGo app. Older ones answer on UDP port 8899.',
      growatt:
        'Grid-tied models switch off at night. By day: is its RS-485 converter or ShineWiFi-X reachable?',
      solarman:
        'The stick serves one program at a time. Some firmware updates close port 8899; the manufacturer can reopen it.',
      solarApi: 'On its web page: Communication, Solar API, on. Newer inverters ship with it off.',
      enphase:
        'Owner tokens expire after a year. Create a new one at entrez.enphaseenergy.com and enter it in the settings.',
      opendtu: 'In its settings under Security: allow read-only access, or enter its password here.',
      mqtt: "Are the broker's address and port right, and does it need a password?",
      serial: 'Are the two wires the right way round? Do speed and unit ID match the device?',
    },
  },
} as const
