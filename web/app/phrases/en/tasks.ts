export const tasks = {
  tasks: {
    station: {
      nameTitle: 'Name and code',
      nameText:
        'At most 30 letters, digits or Chinese characters, without spaces. The code is created when you save and never changes.',
      placeTitle: 'Location',
      placeText:
        'From your phone, a pin on the map or typed. It sets the time zone; days, months and the expected curve follow it.',
      capacityTitle: 'Capacity and interval',
      capacityText:
        'Equivalent hours and estimates are based on capacity. The reporting interval, 5 to 240 minutes, is sent to the gateways; missing three counts as offline.',
      afterTitle: 'Next steps',
      afterText:
        'Add a gateway, then its devices. Everything can be changed later, including price and emission factor.',
    },
    layout: {
      orderTitle: 'From inverter to position',
      orderText:
        'An inverter has MPPTs, an MPPT has strings, and a string has positions. Choose devices, then their positions.',
      stringTitle: 'Strings',
      stringText:
        'Number, name and a capacity above 0 W. Without its string a device has no position; its history is kept.',
      placeTitle: 'Positions',
      placeText:
        'A position outlives replacements: its history belongs to the roof, not the serial number. Scan while you stand next to it.',
      togetherTitle: 'Working together',
      togetherText:
        'Several people can map parts of the array. If two put different devices in one position, you see both and choose; nothing is overwritten silently.',
    },
    orders: {
      flowTitle: 'Steps',
      flowText:
        'Dispatch, accept, process, report, review, complete. Each step is recorded with person, time and reason. Your role, or being the handler, decides which steps you can take.',
      timeTitle: 'Deadline',
      timeText:
        'Starting begins the countdown to the end of the planned processing time or the planned end, whichever comes first. After that the order is shown as overdue.',
      reportTitle: 'Report',
      reportText:
        'Text, checklist, up to 8 images and 5 files of 10 MB. Offline, it waits on the phone and is sent once.',
      alarmTitle: 'Its alarms',
      alarmText:
        'They are in processing while the order is open, and close with it. If it is discarded, they become unsolved again.',
    },
    control: {
      beforeTitle: 'Before sending',
      beforeText:
        'Choose devices, then an action. You type the end of a serial number to avoid mistakes; above a limit, a second person has to approve.',
      resultTitle: 'Results',
      resultText:
        'In progress: on its way, or accepted by the gateway. Success: confirmed by a reading. Fail: rejected, or expired on the way. Abnormal: it arrived but was not answered, or the reading says otherwise.',
      siteTitle: 'People on site',
      siteText:
        'Anyone checked in or working there on an order is named and can be asked. While someone is checked in, only they can control.',
      laterTitle: 'Afterwards',
      laterText:
        'The command log updates by itself and can be refreshed at any time. Commands not accepted in time expire and are never sent late.',
    },
    upgrade: {
      packageTitle: 'Packages',
      packageText:
        'Signed by their manufacturer and approved by a second person. Withdrawn packages, or ones that fit no device, cannot be chosen.',
      timeTitle: 'Duration',
      timeText:
        'About 1 minute per 100 KB to the gateway, then 6 minutes per 50 KB to the devices, or 2 in fast mode. You are warned if the sun sets first.',
      blockTitle: 'Blockers',
      blockText: 'The gateway must be online, and nothing behind it may be in another task.',
      doneTitle: 'Completion',
      doneText:
        'Only when the devices report the new version. After a restart it continues where it stopped.',
    },
    start: {
      labelTitle: '1. Find the label',
      labelText:
        "The serial number and claim code are on the gateway's label, often as one code to scan. Choose the station first; its reporting interval is sent to the gateway automatically.",
      claimTitle: '2. Scan or type',
      claimText:
        'With serial number and claim code, a factory-registered gateway is added at once. Unknown, taken and mistyped codes all give the same answer, so codes cannot be guessed.',
      handTitle: 'Without a claim code',
      handText:
        'The server creates a login and shows it once. Copy it and enter it in the gateway; do not keep it anywhere else.',
      arrivalTitle: '3. Watch it connect',
      arrivalText:
        'The page shows the connection, the first report and the devices found. If nothing happens within a few minutes, check power, antenna or cable, and that the network allows the port shown.',
    },
    scanning: {
      cameraTitle: 'Camera',
      cameraText:
        "Hold the phone a hand's width away, the label flat and without glare; the light helps in the shade. If a label cannot be read, take a photo or type it.",
      manyTitle: 'Many in a row',
      manyText:
        'The camera stays on and counts. Codes that were already read, belong to another device or have a wrong format are flagged at once and not listed.',
      otherTitle: 'Other ways',
      otherText:
        'A handheld scanner types into the field; lists can be pasted or imported from a spreadsheet. Everything is checked before saving.',
    },
    activation: {
      orderTitle: 'The checks',
      orderText:
        'Connection, first report, clock, signal, firmware, devices found, first energy, activation: in this order, as each needs the one before.',
      waitingTitle: 'Waiting',
      waitingText: 'Resolves by itself, at the latest with the next report. Energy waits for the sun.',
      problemTitle: 'Needs attention',
      problemText: 'Something has to be done; the check says what.',
      offlineTitle: 'Offline gateways',
      offlineText:
        'They cannot be activated. If you selected several, you are asked whether to continue with those online.',
    },
    states: {
      colourTitle: 'Colours mean state',
      colourText:
        'Green is producing, blue is on standby, amber is curtailed, red is a fault, grey is offline. Each colour comes with a mark or a word.',
      curtailedTitle: 'Curtailed',
      curtailedText:
        'The inverter could produce more but is held back by a grid limit, by this system or by heat. This is not a fault.',
      standbyTitle: 'Standby and shutdown',
      standbyText:
        'Standby waits for light. Shutdown means switched off: here, at the device or by a protection.',
      dashTitle: 'A dash',
      dashText: 'Unknown. A 0 was measured.',
    },
    alarms: {
      levelTitle: 'Levels',
      levelText:
        'Very urgent: danger, or the whole station is down. Emergent: large losses. Important: look within days. Prompt: for your information.',
      onceTitle: 'One fault, one alarm',
      onceText:
        'Repeats are counted and add to the content. What follows from another fault, like devices behind a silent gateway, raises no alarm of its own.',
      endTitle: 'How it ends',
      endText:
        'Automatically once the device or rule says so, by a completed work order, or cleared by a person with a remark. A closed alarm never reopens; if it returns, a new one is raised.',
      costTitle: 'What it costs',
      costText:
        "Energy lost against comparable devices, and its value at the station's price. A dash means no comparison is possible.",
    },
    shutdown: {
      whatTitle: 'What it does',
      whatText:
        'Shutdown devices at the modules open and remove the voltage from the conductors on the roof. The grid side of the inverter is not affected.',
      safeTitle: 'Shut down',
      safeText:
        'Shown only when every device confirms it in a reading less than 10 minutes old: no keep-alive signal, switch open, below 30 V.',
      unknownTitle: 'Unknown is not safe',
      unknownText:
        'If a reading is missing or old, the page says unknown. Treat it as live, measure, and wear protection.',
      againTitle: 'Switching on again',
      againText: 'Only when nobody is on the roof. People on site can check in and are asked first.',
    },
    offline: {
      seeTitle: 'What you can see',
      seeText:
        'Everything already loaded on this device: stations, devices and your open orders with their files, each with its age.',
      waitTitle: 'What waits',
      waitText:
        'Order steps, new orders, reports with photos and device lists are kept on the phone and sent once, in order, when you are back online. See each in the sync centre under Me.',
      neverTitle: 'What never waits',
      neverText: 'Remote control and upgrades: by the time they were sent, things could have changed.',
      conflictTitle: 'When someone was faster',
      conflictText:
        'Nothing is dropped silently. You see both versions side by side and choose; until then yours stays on the phone.',
    },
  },
} as const
