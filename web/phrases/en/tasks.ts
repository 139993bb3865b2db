export const tasks = {
  tasks: {
    start: {
      labelTitle: '1. Find the label',
      labelText:
        'The serial number and the claim code stand on the label of the gateway, often as one code to scan. Choose the station first; its reporting interval goes to the gateway by itself.',
      claimTitle: '2. Scan or type',
      claimText:
        'With serial number and claim code a gateway that the factory registered is yours at once. Unknown, taken and mistyped give the same answer, so that nobody can try codes out.',
      handTitle: 'Without a claim code',
      handText:
        'The server makes a login and shows it this one time. Copy it, enter it into the gateway, and keep it nowhere else.',
      arrivalTitle: '3. Watch it arrive',
      arrivalText:
        'The page shows the connection, the first report and the devices that were found. If nothing comes within a few minutes, check power, antenna or cable, and that the network lets out the port that is shown.',
    },
    scanning: {
      cameraTitle: 'Camera',
      cameraText:
        'Hold the phone a hand away, the label flat and without glare; the lamp helps in the shade. A label that cannot be read can be taken as a photo, or typed.',
      manyTitle: 'One after another',
      manyText:
        'The camera stays on and counts. A code that was read before, belongs to another device or has a wrong format is named at once and does not enter the list.',
      otherTitle: 'Other ways',
      otherText:
        'A hand scanner types into the field; lists can be pasted or taken from a spreadsheet. Everything is checked before it is saved.',
    },
    activation: {
      orderTitle: 'What the checks look at',
      orderText:
        'Connection, first report, clock, signal, firmware, found devices, first energy, activation: in this order, as each needs the one before.',
      waitingTitle: 'Waiting',
      waitingText: 'It clears by itself, at the latest with the next report. Energy waits for the sun.',
      problemTitle: 'To be done',
      problemText: 'Somebody has to do something; what, stands beside the check.',
      offlineTitle: 'Offline gateways',
      offlineText:
        'They cannot be activated. With several at once you are asked whether to go on with those that are online.',
    },
    states: {
      colourTitle: 'Colours mean state',
      colourText:
        'Green produces, blue stands by, amber is held down, red has a fault, grey is not heard. Each colour comes with a sign or a word, so that it can be read without seeing colours.',
      curtailedTitle: 'Curtailed',
      curtailedText:
        'The inverter could give more and is held down, by a limit of the grid, of this system or by heat. That is no fault.',
      standbyTitle: 'Standby and shutdown',
      standbyText:
        'Standby waits for light. Shutdown was switched off, here, at the device or by a protection.',
      dashTitle: 'A dash',
      dashText: 'Nothing is known. A 0 was measured.',
    },
    alarms: {
      levelTitle: 'Levels',
      levelText:
        'Very urgent: danger, or the whole station stands. Emergent: a lot is being lost. Important: look within days. Prompt: good to know.',
      onceTitle: 'One fault, one alarm',
      onceText:
        'What repeats is counted and adds to the content. What follows from another fault, like the devices behind a silent gateway, raises none of its own.',
      endTitle: 'How it ends',
      endText:
        'By itself once the device or the rule says so, by a completed work order, or cleared by a person with a remark. A closed alarm never opens again; what comes back is a new one.',
      costTitle: 'What it costs',
      costText:
        'Energy lost against comparable devices, and money at the price of the station. Where no comparison is possible there is a dash.',
    },
    shutdown: {
      whatTitle: 'What it does',
      whatText:
        'Shutdown devices at the modules open and take the voltage off the conductors on the roof. The grid side of the inverter is not part of it.',
      safeTitle: 'Shut down',
      safeText:
        'Shown only when every device says so in a reading less than 10 minutes old: no keep-alive signal, switch open, below 30 V.',
      unknownTitle: 'Not known is not safe',
      unknownText:
        'Where a reading is missing or old the page says unknown. Treat it as live, measure, and wear protection.',
      againTitle: 'Switching on again',
      againText: 'Only when nobody is on the roof any more. Who is on site can check in, and is asked first.',
    },
    offline: {
      seeTitle: 'What you still see',
      seeText:
        'What was loaded on this phone before: stations, devices and your open orders with their files, each with its age.',
      waitTitle: 'What waits',
      waitText:
        'Steps of orders, new orders, reports with photos and lists of devices are kept on the phone and sent once, in order, when the network is back. The sync centre under My shows each.',
      neverTitle: 'What never waits',
      neverText: 'Remote control and upgrades: what they meet later is not what you saw.',
      conflictTitle: 'When somebody was faster',
      conflictText:
        'Nothing is dropped silently. You see both versions beside each other and choose; until then yours stays on the phone.',
    },
  },
} as const
