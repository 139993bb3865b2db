/** The privacy text. A line is a paragraph; a line that begins with a dash is an item of a list. */
export const privacy = {
  privacy: {
    title: 'Privacy',
    lead: 'What this installation of Sunkeeper stores about you, where it is kept, who can see it and how long it stays.',
    updated: 'In force since {day}',
    contents: 'Contents',
    /** How maps are drawn here: from the app's own outline, with tiles of another server, or not known just now. */
    maps: {
      outline:
        'The app loads no fonts, maps, scripts or pictures from other servers: the map is drawn from an outline that comes with the app.',
      tiles:
        'The app loads no fonts or scripts from other servers. One thing comes from elsewhere: the operator has set up {host} for the pictures of the map. When you open a map, your phone fetches the part you look at from there. That server learns your network address, which area you look at and the address of this installation, but not who you are and nothing about stations or devices. Where it cannot be reached, the outline that comes with the app is drawn.',
      unknown:
        'The app loads no fonts or scripts from other servers. If the operator has set up a server for the pictures of the map, your phone fetches the part you look at from there, and that server learns your network address, which area you look at and the address of this installation; otherwise the map is drawn from an outline that comes with the app.',
    },
    sections: {
      who: {
        title: 'Who is responsible',
        text: `Sunkeeper is software that a company or a person runs on a server of their own. Whoever runs this installation, the operator, decides what it is used for and is responsible for the data in it. As a rule that is your installer, your O&M company or your employer.
The makers of the software have no access to this installation and receive nothing from it.`,
      },
      what: {
        title: 'What is stored',
        text: `Only what is needed to watch and look after photovoltaic stations:
- Your account: account name, name, company, role and rights, language, and a hash of your password. The password itself is never stored.
- Your sessions: when you signed in, when you were last active, and the name of your browser.
- Contact data of a station, as it was entered: name of the owner, telephone number, address, installing company.
- The station: position, time zone, capacity, type, tariff and emission factor.
- Devices: serial numbers, models, versions, the SIM number of a gateway, and where each device stands in the array.
- Readings: power, energy, voltage, current, temperature and states of the devices, with their times. The energy of a home can show when somebody is there; it is treated as personal data.
- A log of actions: who did what, when, from which network address, and with which result.
There is no advertising, no profile, and no measuring of what you look at.`,
      },
      why: {
        title: 'What it is used for',
        text: `To show you and those who look after your station how it is doing, to notice and repair faults, to work out yield and income, and to protect the installation against misuse. The log proves who switched or changed something.
The operator tells you the legal basis: as a rule the contract about your station, and the legitimate interest in safe operation. Nothing is decided about you by a machine.`,
      },
      where: {
        title: 'Where it is stored',
        text: `On the server of this installation alone, and in the backups that its operator makes. {maps} Your position is asked for only when you press the button for it, and is kept only if you save it as the station's.
If you switch notifications on, what you are told of alarms and orders goes through the push service of your browser's maker. It is encrypted so that only your browser can read it; the service sees when something is sent and how large it is. It ends when you switch it off or sign out.
Between your phone and the server the connection is encrypted when the address begins with https.`,
      },
      people: {
        title: 'Who can see it',
        text: `The server checks every single request:
- Owners see their own stations and those that were shared with them.
- Installers and maintainers see the stations of their company.
- Administrators see all of the installation.
Another company sees nothing of yours, not even that it exists. What was shared can be taken back at any time and ends at once. Data is passed on to others only where the law demands it or you have asked for it.`,
      },
      long: {
        title: 'How long it stays',
        text: `- Single readings: 400 days, unless the operator has set another time. Energy by day stays as long as the station does, because yields are compared over years.
- Sessions: they end after 14 days without use, after 90 days at the latest, or as soon as you sign out.
- Counters of failed sign-ins: removed once they no longer protect anything.
- Log and accounts: until the operator deletes them. A disabled account can no longer sign in.
- Backups: as long as the operator keeps them.`,
      },
      device: {
        title: 'On your phone or computer',
        text: `The app stores only what it cannot work without, so it asks for no consent to it:
- One cookie that keeps you signed in. Scripts cannot read it.
- One cookie for light or dark, if you have chosen one.
- Local storage: your language, whether the app runs inside another one, and your name, role and rights for display.
- A small database in the browser: drafts of forms that you have not sent, so that nothing typed is lost.
Deleting the data of this website in your browser removes all of it.`,
      },
      rights: {
        title: 'Your rights',
        text: `You can ask the operator to tell you what is stored about you and to hand it over, to correct it, to delete it or to restrict its use, and you can object. Your name, language and password you can change yourself under "Me", where you also end single sessions. The figures of a station can be saved as a file.
You can also complain to the data protection authority where you live. In China the Personal Information Protection Law applies, in the European Union the GDPR.`,
      },
      contact: {
        title: 'Contact',
        text: `The operator of this installation: the company that gave you your account, or the administrator who made it. Its address in the network is {host}.`,
      },
    },
  },
} as const
