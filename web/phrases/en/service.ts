export const service = {
  service: {
    title: 'Service',
    tools: 'Tools',
    stations: 'Stations',
    stationsHint: 'Search, filter and compare',
    newStation: 'New station',
    newStationHint: 'Place, capacity, owner',
    strings: 'Strings',
    stringsHint: 'Numbers, capacity, members',
    layout: 'Array layout',
    layoutHint: 'Assign optimizers, lay out the roof',
    addGateway: 'Add gateway',
    addGatewayHint: 'Connect a station to this server',
    addDevices: 'Add devices',
    addDevicesHint: 'Inverters, optimizers and shutdown devices, by scan or list',
    activate: 'Gateways and activation',
    activateHint: 'Signal, reports, commissioning checks',
    control: 'Remote control',
    controlHint: 'Switch, limit, restart, rapid shutdown',
    upgrade: 'Device upgrade',
    upgradeHint: 'Firmware, with estimate and progress',
    connected: 'What is connected',
    total: 'Stations',
    heard: 'Reporting',
    silent: 'Silent',
    never: 'Awaited',
    look: '{count, plural, one {# device needs a look} other {# devices need a look}}',
    lookFailed: 'The state of the devices could not be loaded',
    lookAgain: 'Press to try again',
    lookNone: 'No device needs a look',
    help: 'Good to know',
  },
  help: {
    rights: 'What I may do',
    rightsHint: 'The permissions of my role',
    start: 'Adding a gateway',
    startHint: 'From the label to the first report',
    scanning: 'Adding devices by scan',
    scanningHint: 'Light, distance, one after another',
    activation: 'Activation and checks',
    activationHint: 'What each check means',
    states: 'Colours and states',
    statesHint: 'Producing, curtailed, fault, offline',
    alarms: 'What an alarm means',
    alarmsHint: 'Levels, causes, how it ends',
    shutdown: 'Rapid shutdown',
    shutdownHint: 'Whether the DC side is safe',
    offline: 'Without a network',
    offlineHint: 'What works and what waits',
    gateway: 'Connecting a gateway by hand',
    gatewayHint: 'MQTT: address, login, topics, messages',
    numbers: 'How the figures are made',
    numbersHint: 'Counters, days, gaps, estimates',
    ages: 'When something is offline',
    agesHint: 'Intervals, night, clocks',
  },
  helpGateway: {
    intro:
      'Most gateways know the way once they were added to a station. Here is what to enter into one that does not, and what it then has to say.',
    loginTitle: '1. Get a login',
    loginText:
      'Add the gateway to its station by its serial number. Without a claim code the server makes a login for it and shows it this one time: server, port, user name and password. If it gets lost, new credentials can be made on the page of the gateway; the old ones stop working at once.',
    enterTitle: '2. Enter it',
    protocol: 'Protocol',
    address: 'Server and port',
    addressValue: 'as shown with the login; TLS everywhere but on the machine itself',
    user: 'User name and client id',
    userValue: 'the serial number of the gateway',
    password: 'Password',
    passwordValue: 'as shown with the login',
    quality: 'Quality of service',
    size: 'Largest message',
    sayTitle: '3. What it says',
    sayText:
      'Every gateway has a branch of its own and sees no other. In the examples GW2408A00017 is its serial number.',
    statusTitle: 'Presence, retained',
    statusText:
      'First message of every connection. "boot" is drawn at random at each start, "conn" counts the connections since. The same with "offline" is left as last will.',
    invTitle: 'Inventory, retained',
    invText: 'The devices behind it. "rev" grows with each change.',
    teleTitle: 'Readings',
    teleText:
      'One message each interval, "seq" counting on. Values in W, V, A, Hz and °C, "e_tot" is the lifetime counter in Wh. What was not measured is left out; 0 means zero.',
    ackTitle: 'Kept once acknowledged',
    ackText:
      'The server acknowledges (PUBACK) only after the readings are safely stored. Until then a gateway keeps them and sends them again; duplicates do no harm. What it collected while it had no connection it sends later with "hist": true.',
    getTitle: '4. What it is told',
    getText: 'Its settings, retained, sent again at each birth. It answers under cfg/ack.',
  },
  helpNumbers: {
    counterTitle: 'Energy is read, not estimated',
    counterText:
      'An inverter counts the energy of its whole life. Energy here is always the difference of two such counts. Readings that come late, twice or in the wrong order change nothing: each day is worked out anew from all of them, sorted by time.',
    dayTitle: 'A day is a day on site',
    dayText:
      'It lasts from midnight to midnight where the station stands, 23 or 25 hours when clocks are changed. The time zone of your phone plays no part.',
    asideTitle: 'Set aside',
    asideText:
      'A count that drops, reads 0 or rises faster than the rated power allows is not believed. It is kept with the reason and left out of the energy. Only when three counts in a row agree has the counter really begun anew, after a repair for instance.',
    spanTitle: 'Spans',
    spanText:
      'If nothing came across midnight, the energy in between is known, but not how much belongs to which day. It stays with the span: months and years include it, and its days are drawn hatched instead of being given an invented share. Days and spans together are exactly what the counter grew by.',
    zeroTitle: 'Unknown is never zero',
    zeroText:
      'A dash says that nobody knows. A 0 was measured. Gaps in curves stay open, and a sum says how many stations are in it.',
    powerTitle: 'Power now',
    powerText:
      'The sum of the newest readings of all inverters that can be heard. Optimizers are not added: their energy flows through the inverter and is in its reading.',
    hoursTitle: 'Equivalent hours',
    hoursText:
      'Energy divided by installed capacity, kWh per kWp: the hours at full power that would have given the same. It makes stations of different size comparable.',
    estimateTitle: 'Estimates',
    estimateText:
      'The soft band behind a curve is what a cloudless sky would give by position, tilt, orientation and capacity; a yardstick, not a promise. Income is energy times the tariff, avoided CO₂ is energy times the emission factor of the station. Both factors name their source and can be changed.',
  },
  helpAges: {
    silenceTitle: 'Three intervals of silence',
    silenceText:
      'Each station has its reporting interval, from 5 to 240 minutes. A device of which nothing came for three of them is offline. A gateway is offline as soon as its connection breaks.',
    nightTitle: 'Night is no fault',
    nightText:
      'After sunset inverters and optimizers sleep. As long as their gateway is heard they are on standby, and their power is 0.',
    behindTitle: 'Behind a silent gateway',
    behindText:
      'Nothing is known of the devices that report through it. They count as one matter, that of the gateway, and are not listed one by one.',
    agesTitle: 'Every figure has an age',
    agesText:
      'It stands beside the figure and runs on. What is too old to be the present is dotted underneath and greyed, and leaves the sums.',
    clockTitle: 'Clocks that are wrong',
    clockText:
      'A device whose clock runs more than 10 minutes ahead, or a day behind, is not believed about the time. Its reading is kept under the moment it arrived and marked.',
  },
} as const
