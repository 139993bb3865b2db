// A list: the sentences of one kind after the other, nothing to read across.
import type { AlarmKind, SafeWork } from './alarm-kinds.ts'

export type KindText = { name: string; cause: string; steps: readonly string[] }
export type AlarmTexts = {
  kinds: Readonly<Record<AlarmKind, KindText>>
  safety: Readonly<Record<SafeWork, string>>
  /** Of a code that is not explained. */
  unknown: {
    name: (code: string) => string
    /** A code of a maker that is named with it. */
    named: (code: string, maker: string) => string
    cause: string
    steps: readonly string[]
  }
}

const texts = (name: string, cause: string, ...steps: string[]): KindText => ({ name, cause, steps })

export const english: AlarmTexts = {
  safety: {
    desk: 'Can be checked from a desk; nothing has to be switched off.',
    keep_away:
      'Danger of fire and electric shock. Keep away from array and cables until a qualified electrician has isolated both sides. DC conductors stay live in daylight.',
    isolate_ac:
      'Qualified electricians only. Open the AC breaker, secure it against closing, check that there is no voltage.',
    isolate_all:
      'Qualified electricians only. Open the AC breaker, then the DC switch, secure both, wait 5 minutes and check that there is no voltage. Strings stay live in daylight.',
    roof: 'Work on the roof needs fall protection and dry weather. Let the inverter stop and the current fall to zero before any connector is opened.',
  },
  unknown: {
    name: (code) => `Code ${code} of the maker`,
    named: (code, maker) => `${maker} code ${code}`,
    cause:
      'This installation has no explanation for this code. Its meaning stands in the manual of the device.',
    steps: [
      'Look the code up in the manual of this model.',
      'Compare the readings around the event with a day without it.',
      'If the meaning stays unclear, ask the maker with serial number, code and time.',
    ],
  },
  kinds: {
    insulation: texts(
      'Low insulation resistance',
      'The resistance between the array and earth is below the limit of the inverter, usually after moisture in a connector or junction box or damage to a cable.',
      'Note whether it appears only after rain or dew: moisture dries, damage stays.',
      'Disconnect the strings one after another and measure each against earth to find the one concerned.',
      'Check its connectors, cable ducts and junction boxes; replace what is damaged.',
      'Measure the insulation again before switching on.',
    ),
    ground_fault: texts(
      'Ground fault',
      'A conductor has a connection to earth, or the protective earth of the device is missing.',
      'Keep people away and let an electrician isolate the inverter.',
      'Check the protective earth conductor and its terminals.',
      'Measure each string and the AC cable against earth.',
      'Mend the fault before the inverter is switched on again.',
    ),
    residual_current: texts(
      'Residual current too high',
      'More current flows to earth than is allowed while operating.',
      'If it came once, watch: the grid may have been disturbed.',
      'If it comes back, measure the insulation of strings and AC cable.',
      'Check the residual-current device on the AC side for its type and rating.',
    ),
    arc_fault: texts(
      'Arc fault on the DC side',
      'The signature of an arc was found, mostly a loose connector, a broken cable or a burnt terminal.',
      'Do not reset from afar; have the DC side isolated first.',
      'Look for burnt connectors, pinched cables and loose terminals along the strings named.',
      'Replace every damaged part, with connectors of one make.',
      'Reset at the device only after the inspection is written down.',
    ),
    dc_overvoltage: texts(
      'DC voltage too high',
      'A string has more modules in series than the input allows, or it is colder than it was designed for.',
      'Do not open connectors under load.',
      'Count the modules of the string and compute the open-circuit voltage at the lowest temperature.',
      'Shorten the string until it stays below the limit of the input.',
    ),
    voltage_to_ground: texts(
      'String voltage to earth too high',
      'Between a string and earth lies more voltage than allowed: one pole has contact with earth, or a device against PID or a neighbouring inverter lifts it.',
      'Switch off the DC and AC side before anything is touched: both poles may carry voltage to earth.',
      'Measure plus and minus of each string against earth, and the insulation of the string that differs.',
      'Look for damaged cables and wet connectors between a pole and the frame.',
      'Check that the device against PID is set for this inverter and that its earthing suits the grid.',
    ),
    string_reversed: texts(
      'String reversed',
      'Plus and minus of a string are swapped at the input.',
      'Wait until the string current is below 0.5 A, best after dark.',
      'Measure the polarity of the string named in the content.',
      'Swap the connectors and check the other strings too.',
    ),
    string_backfeed: texts(
      'Current flows back into a string',
      'A string has fewer modules or far less voltage than those beside it on the same input.',
      'Count the modules of the strings on this input; they have to be equal.',
      'Measure the open-circuit voltage of each.',
      'Check for shade and for a short circuit in the weaker string.',
    ),
    string_low_current: texts(
      'String current too low',
      'A string gives clearly less than its peers: shade, dirt, a blown fuse, a loose connector or damaged modules.',
      'Compare it with its neighbours over a clear day: shade comes at the same hour, a broken fuse stays.',
      'Check the fuse and the connector of the string.',
      'Look at the modules for dirt, breakage and hot spots.',
    ),
    grid_lost: texts(
      'Grid lost',
      'There is no voltage at the output: an outage, an open breaker or a broken cable.',
      'Ask whether the grid is down; the inverter returns by itself when it is back.',
      'Check the AC breaker and why it opened.',
      'Check the AC cable and its terminals.',
    ),
    grid_overvoltage: texts(
      'Grid voltage too high',
      'The grid voltage at the inverter is above the limit, often because the cable to the grid is long or thin, or much is fed in nearby.',
      'If it comes around noon only, the feed-in lifts the voltage; compare the phases.',
      'Measure the voltage at the inverter and at the connection point.',
      'Check the cross-section and the terminals in between.',
      'With the consent of the grid operator, set the limits or reactive power.',
    ),
    grid_undervoltage: texts(
      'Grid voltage too low',
      'The grid voltage at the inverter is below the limit.',
      'If it is rare, watch: the grid may have been disturbed.',
      'Measure all phases at the inverter and at the connection point.',
      'Check the AC terminals; tell the grid operator if the grid itself is low.',
    ),
    grid_voltage: texts(
      'Grid voltage out of range',
      'The grid voltage at the inverter is above or below its limits; the maker does not say which.',
      'Look at the curve of the voltages: too high around noon is lifted by the feed-in, too low is a weak grid.',
      'Measure all phases at the inverter and at the connection point.',
      'Check the AC terminals and the cross-section in between; tell the grid operator if the grid itself is off.',
    ),
    grid_imbalance: texts(
      'Grid voltages uneven',
      'The phases differ by more than the limit: uneven loads, a loose terminal or a lost neutral.',
      'Measure all phases against neutral.',
      'Check the neutral conductor and the terminals.',
      'Spread single-phase loads evenly, or tell the grid operator.',
    ),
    grid_overfrequency: texts(
      'Grid frequency too high',
      'The grid frequency is above the limit. The cause lies in the grid or in a generator set.',
      'Watch: the inverter returns by itself.',
      'Check that the grid code of the country is set.',
      'If it comes often, ask the grid operator.',
    ),
    grid_underfrequency: texts(
      'Grid frequency too low',
      'The grid frequency is below the limit. The cause lies in the grid or in a generator set.',
      'Watch: the inverter returns by itself.',
      'Check that the grid code of the country is set.',
      'If it comes often, ask the grid operator.',
    ),
    grid_frequency: texts(
      'Grid frequency out of range',
      'The grid frequency is above or below its limits; the maker does not say which. The cause lies in the grid or in a generator set.',
      'Watch: the inverter returns by itself.',
      'Check that the grid code of the country is set.',
      'If it comes often, ask the grid operator.',
    ),
    grid_unstable_frequency: texts(
      'Grid frequency unsteady',
      'The grid frequency changes faster than allowed, though it may lie within the limits. The cause lies in the grid or in a generator set.',
      'Watch: the inverter returns by itself.',
      'Check that the grid code of the country is set.',
      'Behind a generator set, have its governor looked at; if it comes often, ask the grid operator.',
    ),
    output_overcurrent: texts(
      'Output current too high',
      'The output current went beyond the limit, after a dip of the grid or a short circuit.',
      'If it came once, watch.',
      'If it comes back, check the AC cable for a short circuit.',
      'Ask the service of the maker when the cable is sound.',
    ),
    dc_injection: texts(
      'Direct current into the grid',
      'The share of direct current in the output is above the limit.',
      'If it came once, watch: the grid may have been disturbed.',
      'If it comes back after a restart, have the inverter checked by the maker.',
    ),
    over_temperature: texts(
      'Over-temperature',
      'The device is hotter than allowed and gives less power: blocked air, a failed fan, sun on the housing or a hot room.',
      'Check that air can flow: distances, grilles, dust.',
      'Check that all fans turn; replace a failed one.',
      'Shade the device or ventilate the room.',
      'Compare its temperature with that of its neighbours afterwards.',
    ),
    fan: texts(
      'Fan failed',
      'A fan does not turn, or turns too slowly.',
      'Look for dirt or something that blocks it.',
      'Clean it; replace it when it stays still.',
      'Check the temperature over the next sunny day.',
    ),
    device_fault: texts(
      'Fault inside the device',
      'The device has found a fault of its own circuits and has stopped.',
      'Switch AC and DC off, wait 5 minutes, switch on again.',
      'If it comes back, note serial number, code and time and ask the maker.',
      'Replace the device when the maker says so.',
    ),
    meter_lost: texts(
      'Meter does not answer',
      'The meter behind the device is not read: no supply, a broken line or a wrong address.',
      'Check the supply of the meter.',
      'Check the serial line: A and B, termination, length.',
      'Compare address and speed with the settings.',
    ),
    gateway_silent: texts(
      'Gateway silent',
      'A gateway and everything behind it is not heard: its network, its supply or the gateway itself. The inverters may well go on producing; what they counted comes with the reconnect.',
      'Look at the signal strength before it fell silent and ask on site whether power and internet are there.',
      'Check its supply, the antenna or the network cable, and the data left on the SIM card.',
      'Restart it; when it stays silent, replace it. Readings it kept are filled in afterwards.',
    ),
    device_silent: texts(
      'Device silent',
      'A device is not heard although its gateway reports and the sun is up: its data line, its address or its supply.',
      'Check whether the device works: its display, or the neighbours’ figures.',
      'Check the data cable, its termination and the address on the bus.',
      'Restart the device when nobody works at it; replace it when it stays silent.',
    ),
    parts_silent: texts(
      'Many optimizers or shutdown devices silent',
      'Several devices behind one inverter are silent together: the receiver at the inverter, interference on the DC line, or a string without voltage.',
      'Check in the content which string they belong to.',
      'Check the receiver or transmitter at the inverter and its supply.',
      'Check fuse, DC switch and connectors of that string.',
    ),
    no_production: texts(
      'No production in daylight',
      'Nothing comes out although the sun is high enough: a grid outage, an open breaker, a switch-off, or snow on the modules.',
      'Ask whether the grid is down or somebody switched off, and look at the weather for snow.',
      'Check the AC breaker and the DC switch.',
      'Read the event log of the inverter, and measure grid and string voltages.',
    ),
    inverter_off: texts(
      'Inverter off while its neighbours run',
      'This inverter gives next to nothing while others at the same place produce: a fault, an open breaker or DC switch, or a switch-off.',
      'Look for an alarm of the inverter itself at the same time, and whether it was switched off by command.',
      'Check its AC breaker, then its DC switch.',
      'Read its event log; call the maker with the code when it does not start.',
    ),
    optimizer_low: texts(
      'Optimizer below its peers',
      'A module gives clearly less than the others of its string, reckoned by its capacity: shade, dirt, a broken module or a failing optimizer.',
      'Compare its curve with a neighbour’s: shade comes at the same hour each day, damage stays all day.',
      'Look at the module for shade, dirt, breakage and burn marks.',
      'Swap optimizer and neighbour: where the weakness goes, there is the fault.',
    ),
    below_peers: texts(
      'Persistently below its peers',
      'In the clear hours of several days it gave less than its peers of the same plane, beyond what is usual with it: a dead string, dirt, aged or damaged modules, a tracker that fails, a quiet limit, or a field that is smaller than was entered.',
      'Check from the desk whether rating, strings and their modules are entered as they are: a smaller field is no fault.',
      'Compare its curve of a clear day with a peer’s. Flat at the top: look for a power limit or throttling by heat. Lower all day: go on below.',
      'Measure the current of each string at noon and compare them; look for blown fuses and open connectors.',
      'Look for dirt, new shade and damage; clean a row and compare again.',
      'If all strings give the same and it stays low, measure an I-V curve or insulation, and ask the maker.',
    ),
    counter: texts(
      'Energy counter at fault',
      'The lifetime counter fell, or stands still while power flows: a board was replaced, its memory was lost or its meter failed. Totals shown here stay right: the fall starts a new segment.',
      'Check whether the inverter or its board was replaced at that time.',
      'Compare power and counter over an hour.',
      'If it falls again, ask the maker about the memory or the meter board.',
    ),
    optimizer_lost: texts(
      'Optimizer does not answer',
      'An optimizer has not been heard while its string works: weak signal, a loose connector or a failed device.',
      'Wait for a bright hour: they sleep in weak light.',
      'Compare the signal with its neighbours; check the distance of the receiver.',
      'Check its connectors; replace it when it stays silent.',
    ),
    optimizer_fault: texts(
      'Fault of an optimizer',
      'An optimizer reports a fault of its own or of its module.',
      'Compare voltage and current with its neighbours.',
      'Check the module and the connectors.',
      'Replace the optimizer when the module is sound.',
    ),
    shutdown_open: texts(
      'Shutdown device is open',
      'A shutdown device has cut its module off, by command, by an emergency stop or by a fault.',
      'Ask whether somebody switched off or pressed the emergency stop.',
      'If nobody did, check the transmitter and its supply.',
      'Switch on only when nobody works on the roof.',
    ),
    keepalive_lost: texts(
      'Keep-alive signal lost',
      'Shutdown devices no longer receive the signal that keeps the array on, and open for safety.',
      'Check the transmitter: supply, indicator, coupling to the DC cable.',
      'Look for interference: long parallel cables, a second transmitter.',
      'When single devices are concerned, check their connectors.',
    ),
    rating: texts(
      'More than the rated power',
      'Its energy counter is sound and brings more than the rated power allows, again and again: the rated power was entered wrongly. All its energy is counted; shares of rated power and comparisons with neighbours are wrong until it is mended.',
      'Compare the rated power here with the type plate: is it in W, not in kW?',
      'Correct it where the gateway is set up; it names it anew with its next list of devices.',
      'If the type plate is right, ask the maker about the unit of the energy counter.',
    ),
    frozen: texts(
      'Power stands still',
      'It repeats the same power while the sun is down, and no counter moves: the values are old ones. They are set aside and not counted; what it really does is unknown.',
      'Compare with the display of the device: does it run at all?',
      'Check the connection between device and gateway: does the gateway repeat the last answer it had?',
      'Restart the communication module or the gateway; update it when this comes back.',
    ),
    clock: texts(
      'Clock of the gateway is wrong',
      'Its clock differs from real time, so that its readings carry wrong times.',
      'Check that it reaches a time server.',
      'Set time and zone, then restart it.',
      'Replace its battery when it is lost at each power cut.',
    ),
    storage_full: texts(
      'Storage of the gateway is full',
      'It could not send for long and has no room left; the oldest readings will be lost.',
      'Check its connection to the network.',
      'Let it send what it has; this can take hours.',
      'Ask the maker when the storage stays full.',
    ),
    upgrade_failed: texts(
      'Upgrade failed',
      'A new version could not be written or started; the previous one is in use.',
      'Wait for daylight and a stable connection.',
      'Start the upgrade again.',
      'Ask the maker when it fails again.',
    ),
  },
}
