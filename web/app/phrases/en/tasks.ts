export const tasks = {
  tasks: {
    station: {
      nameTitle: 'Name and code',
      nameText:
        'At most 30 letters, digits or Chinese characters, without spaces. The code is made when you save and stays.',
      placeTitle: 'Position',
      placeText:
        'Taken from the phone, picked on the map or typed. The time zone is proposed from it; days, months and the expected curve of the station follow it.',
      capacityTitle: 'Capacity and interval',
      capacityText:
        'Equivalent hours and estimates build on the capacity. The reporting interval, 5 to 240 minutes, goes to the gateways; three of them without a word count as offline.',
      afterTitle: 'Afterwards',
      afterText:
        'Add a gateway, then its devices. Everything can be changed later; price and emission factor with their sources stand there too.',
    },
    layout: {
      orderTitle: 'From inverter to place',
      orderText:
        'An inverter has MPPTs, an MPPT has strings, and a string has places in order. Choose devices, then where they go.',
      stringTitle: 'Strings',
      stringText:
        'Number, name and a capacity above 0 W. Without its string a device has no place; its history stays.',
      placeTitle: 'Places',
      placeText:
        'A place goes on through every replacement: its history is that of the roof, not of the serial number. Scan while you stand beside it.',
      togetherTitle: 'Several people at once',
      togetherText:
        'Everybody maps a part. Where two have put different devices in one place, both are named and you choose; nothing is overwritten silently.',
    },
    orders: {
      flowTitle: 'The steps',
      flowText:
        'Dispatched, accepted, begun, reported, reviewed, completed. Each stands in the flow with person, time and reason. Who may take the next one is decided by role, or by having the order in hand.',
      timeTitle: 'Planned time',
      timeText:
        'Starting begins the countdown, to the end of the planned processing time or to the planned end, whichever comes first. Past it the order is shown as overdue; nothing else happens by itself.',
      reportTitle: 'The report',
      reportText:
        'Text, checklist, up to 8 images and 5 files of 10 MB. Without a network it waits on the phone and is sent once.',
      alarmTitle: 'Alarms of an order',
      alarmText:
        'They are in processing while it is open and close with it. If it is discarded, they are unsolved again.',
    },
    control: {
      beforeTitle: 'Before it goes out',
      beforeText:
        'Choose devices, then what they are to do. The end of a serial number is typed, so that nobody meets the wrong one; above a limit a second person has to agree.',
      resultTitle: 'The results',
      resultText:
        'In progress: on its way, or accepted by the gateway. Success: a reading proves it. Failed: rejected, or expired on the way. Abnormal: it arrived but was not answered, or the reading says otherwise.',
      siteTitle: 'People on site',
      siteText:
        'Who has checked in, or works there on an order, is named and can be asked. While somebody is checked in only they control.',
      laterTitle: 'Afterwards',
      laterText:
        'The ledger follows by itself and can be read anew at any time. What nobody took in time expires and is never sent late.',
    },
    upgrade: {
      packageTitle: 'Packages',
      packageText:
        'Signed by whoever made them and approved by a second person. What was withdrawn or fits no device there cannot be chosen.',
      timeTitle: 'How long it takes',
      timeText:
        'About 1 minute for each 100 KB to the gateway, then 6 minutes for each 50 KB to the devices, in fast mode 2. You are warned when the sun sets before that.',
      blockTitle: 'What blocks it',
      blockText: 'The gateway has to be online, and nothing behind it may be part of another task.',
      doneTitle: 'When it is done',
      doneText:
        'Once the devices report the new version, not before. After a restart it goes on where it stood.',
    },
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
