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
    desk: 'Can be checked remotely; nothing needs to be switched off.',
    keep_away:
      'Fire and electric shock hazard. Keep away from the array and its cables until a qualified electrician has isolated both sides. DC conductors stay live in daylight.',
    isolate_ac:
      'Qualified electricians only. Open the AC breaker, lock it out, and verify that there is no voltage.',
    isolate_all:
      'Qualified electricians only. Open the AC breaker, then the DC switch, lock out both, wait 5 minutes and verify that there is no voltage. Strings stay live in daylight.',
    roof: 'Roof work requires fall protection and dry weather. Stop the inverter and let the current drop to zero before opening any connector.',
  },
  unknown: {
    name: (code) => `Manufacturer code ${code}`,
    named: (code, maker) => `${maker} code ${code}`,
    cause: 'There is no explanation for this code here. See the device manual for its meaning.',
    steps: [
      "Look up the code in this model's manual.",
      'Compare the readings around the event with those of a normal day.',
      'If it is still unclear, contact the manufacturer with the serial number, code and time.',
    ],
  },
  kinds: {
    insulation: texts(
      'Low insulation resistance',
      'Insulation resistance between array and earth is below the inverter limit, usually because of moisture in a connector or junction box, or a damaged cable.',
      'Note whether it appears only after rain or dew: moisture dries, damage stays.',
      'Disconnect the strings one by one and measure each against earth to find the affected one.',
      'Check its connectors, cable ducts and junction boxes; replace damaged parts.',
      'Measure the insulation again before switching on.',
    ),
    ground_fault: texts(
      'Ground fault',
      'A conductor is in contact with earth, or the protective earth of the device is missing.',
      'Keep people away and have an electrician isolate the inverter.',
      'Check the protective earth conductor and its terminals.',
      'Measure each string and the AC cable against earth.',
      'Repair the fault before switching the inverter back on.',
    ),
    residual_current: texts(
      'Residual current too high',
      'More current leaks to earth than is allowed during operation.',
      'If it happened once, keep watching: it may have been a grid disturbance.',
      'If it returns, measure the insulation of the strings and the AC cable.',
      'Check the type and rating of the residual-current device on the AC side.',
    ),
    arc_fault: texts(
      'DC arc fault',
      'An arc was detected, usually caused by a loose connector, a broken cable or a burnt terminal.',
      'Do not reset remotely; isolate the DC side first.',
      'Check the listed strings for burnt connectors, pinched cables and loose terminals.',
      'Replace every damaged part; use connectors of one make.',
      'Reset at the device only after the inspection is documented.',
    ),
    dc_overvoltage: texts(
      'DC voltage too high',
      'A string has more modules in series than the input allows, or it is colder than the design temperature.',
      'Do not open connectors under load.',
      'Count the modules in the string and calculate the open-circuit voltage at the lowest temperature.',
      'Shorten the string until it stays below the input limit.',
    ),
    voltage_to_ground: texts(
      'String voltage to earth too high',
      'The voltage between a string and earth exceeds the limit: one pole touches earth, or an anti-PID device or a neighbouring inverter raises it.',
      'Switch off DC and AC before touching anything: both poles may be live to earth.',
      'Measure plus and minus of each string against earth, and the insulation of any string that differs.',
      'Look for damaged cables and wet connectors between a pole and the frame.',
      'Check that the anti-PID device is set for this inverter and that its earthing suits the grid.',
    ),
    string_reversed: texts(
      'String polarity reversed',
      'Plus and minus of a string are swapped at the input.',
      'Wait until the string current is below 0.5 A, ideally after dark.',
      'Measure the polarity of the string named in the content.',
      'Swap the connectors and check the other strings too.',
    ),
    string_backfeed: texts(
      'Reverse current into a string',
      'A string has fewer modules or a much lower voltage than the others on the same input.',
      'Count the modules of the strings on this input; they must be equal.',
      'Measure the open-circuit voltage of each string.',
      'Check the weaker string for shade and short circuits.',
    ),
    string_low_current: texts(
      'String current too low',
      'A string delivers clearly less than its peers: shade, dirt, a blown fuse, a loose connector or damaged modules.',
      'Compare it with its neighbours over a clear day: shade comes at the same hour, a blown fuse stays.',
      'Check the fuse and connectors of the string.',
      'Check the modules for dirt, breakage and hot spots.',
    ),
    grid_lost: texts(
      'Grid lost',
      'No voltage at the output: an outage, an open breaker or a broken cable.',
      'Ask whether the grid is down; the inverter restarts by itself when it returns.',
      'Check the AC breaker, and why it opened.',
      'Check the AC cable and its terminals.',
    ),
    grid_overvoltage: texts(
      'Grid voltage too high',
      'Grid voltage at the inverter is above the limit, often because the grid cable is long or thin, or because many systems nearby feed in.',
      'If it happens only around noon, feed-in raises the voltage; compare the phases.',
      'Measure the voltage at the inverter and at the grid connection.',
      'Check the cable cross-section and the terminals in between.',
      'With the consent of the grid operator, adjust the limits or reactive power.',
    ),
    grid_undervoltage: texts(
      'Grid voltage too low',
      'Grid voltage at the inverter is below the limit.',
      'If it is rare, keep watching: it may have been a grid disturbance.',
      'Measure all phases at the inverter and at the grid connection.',
      'Check the AC terminals; inform the grid operator if the grid itself is low.',
    ),
    grid_voltage: texts(
      'Grid voltage out of range',
      'Grid voltage at the inverter is above or below its limits; the manufacturer does not say which.',
      'Look at the voltage curve: high around noon means feed-in raises it, low means a weak grid.',
      'Measure all phases at the inverter and at the grid connection.',
      'Check the AC terminals and the cable cross-section; inform the grid operator if the grid itself is off.',
    ),
    grid_imbalance: texts(
      'Grid voltage imbalance',
      'The phases differ by more than the limit: uneven loads, a loose terminal or a lost neutral.',
      'Measure all phases against neutral.',
      'Check the neutral conductor and the terminals.',
      'Spread single-phase loads evenly, or inform the grid operator.',
    ),
    grid_overfrequency: texts(
      'Grid frequency too high',
      'Grid frequency is above the limit. The cause is in the grid or a generator set.',
      'Keep watching: the inverter restarts by itself.',
      'Check that the right grid code is set.',
      'If it happens often, ask the grid operator.',
    ),
    grid_underfrequency: texts(
      'Grid frequency too low',
      'Grid frequency is below the limit. The cause is in the grid or a generator set.',
      'Keep watching: the inverter restarts by itself.',
      'Check that the right grid code is set.',
      'If it happens often, ask the grid operator.',
    ),
    grid_frequency: texts(
      'Grid frequency out of range',
      'Grid frequency is above or below its limits; the manufacturer does not say which. The cause is in the grid or a generator set.',
      'Keep watching: the inverter restarts by itself.',
      'Check that the right grid code is set.',
      'If it happens often, ask the grid operator.',
    ),
    grid_unstable_frequency: texts(
      'Grid frequency unstable',
      'Grid frequency changes faster than allowed, even if it stays within its limits. The cause is in the grid or a generator set.',
      'Keep watching: the inverter restarts by itself.',
      'Check that the right grid code is set.',
      'On a generator set, have its governor checked; if it happens often, ask the grid operator.',
    ),
    output_overcurrent: texts(
      'Output current too high',
      'Output current exceeded the limit, after a voltage dip or a short circuit.',
      'If it happened once, keep watching.',
      'If it returns, check the AC cable for a short circuit.',
      'If the cable is sound, contact the manufacturer.',
    ),
    dc_injection: texts(
      'DC injection too high',
      'The share of direct current in the output is above the limit.',
      'If it happened once, keep watching: it may have been a grid disturbance.',
      'If it returns after a restart, have the manufacturer check the inverter.',
    ),
    over_temperature: texts(
      'Temperature too high',
      'The device is hotter than allowed and reduces its output: blocked airflow, a failed fan, sun on the housing or a hot room.',
      'Check the airflow: clearances, grilles, dust.',
      'Check that all fans turn; replace failed ones.',
      'Shade the device or ventilate the room.',
      'Then compare its temperature with its neighbours.',
    ),
    fan: texts(
      'Fan failure',
      'A fan does not turn, or turns too slowly.',
      'Check for dirt or anything blocking it.',
      'Clean it; replace it if it still does not turn.',
      'Check the temperature on the next sunny day.',
    ),
    device_fault: texts(
      'Internal device fault',
      'The device detected a fault in its own circuits and stopped.',
      'Switch off AC and DC, wait 5 minutes, then switch on again.',
      'If it returns, contact the manufacturer with the serial number, code and time.',
      'Replace the device if the manufacturer says so.',
    ),
    meter_lost: texts(
      'Meter not responding',
      'The meter behind the device cannot be read: no power, a broken line or a wrong address.',
      'Check that the meter has power.',
      'Check the serial line: A and B, termination, length.',
      'Compare its address and speed with the settings.',
    ),
    gateway_silent: texts(
      'Gateway silent',
      'No data from a gateway and everything behind it: its network, its power or the gateway itself. The inverters may still be producing; what they count arrives once it reconnects.',
      'Check the signal strength before it went silent, and ask on site whether power and internet work.',
      'Check its power, the antenna or network cable, and the data left on the SIM card.',
      'Restart it; if it stays silent, replace it. Readings it stored are filled in later.',
    ),
    device_silent: texts(
      'Device silent',
      'No data from a device although its gateway reports and the sun is up: its data line, its address or its power.',
      'Check whether the device is running: look at its display, or compare its neighbours.',
      'Check the data cable, its termination and the bus address.',
      'Restart the device when nobody is working on it; replace it if it stays silent.',
    ),
    parts_silent: texts(
      'Several optimizers or shutdown devices silent',
      'Several devices behind one inverter went silent together: the receiver at the inverter, interference on the DC line, or a string without voltage.',
      'Check in the content which string they belong to.',
      'Check the receiver or transmitter at the inverter and its power.',
      'Check the fuse, DC switch and connectors of that string.',
    ),
    no_production: texts(
      'No production in daylight',
      'No output although the sun is high enough: a grid outage, an open breaker, a shutdown, or snow on the modules.',
      'Ask whether the grid is down or someone switched it off, and check the weather for snow.',
      'Check the AC breaker and the DC switch.',
      'Read the event log of the inverter, and measure the grid and string voltages.',
    ),
    inverter_off: texts(
      'Inverter off while others run',
      'This inverter produces next to nothing while others at the same station run: a fault, an open breaker or DC switch, or a shutdown.',
      'Check whether it raised an alarm itself at the same time, or was switched off by command.',
      'Check its AC breaker, then its DC switch.',
      'Read its event log; if it does not start, contact the manufacturer with the code.',
    ),
    optimizer_low: texts(
      'Optimizer below its peers',
      'A module delivers clearly less than the others in its string, relative to its rating: shade, dirt, a damaged module or a failing optimizer.',
      "Compare its curve with a neighbour's: shade comes at the same hour each day, damage lasts all day.",
      'Check the module for shade, dirt, breakage and burn marks.',
      'Swap the optimizer with a neighbour: the fault is in whichever part takes the low output with it.',
    ),
    below_peers: texts(
      'Persistently below its peers',
      'In the clear hours of several days it delivered less than peers facing the same way, beyond its usual difference: a dead string, dirt, aged or damaged modules, a faulty tracker, a hidden limit, or a smaller array than entered.',
      'Check first that its rating, strings and modules are entered correctly: a smaller array is not a fault.',
      "Compare its curve on a clear day with a peer's. Flat at the top: look for a power limit or heat derating. Lower all day: continue below.",
      'Measure each string current at noon and compare; look for blown fuses and open connectors.',
      'Look for dirt, new shade and damage; clean a row and compare again.',
      'If all strings are equal and it stays low, measure an I-V curve or the insulation, and ask the manufacturer.',
    ),
    counter: texts(
      'Energy counter fault',
      'The lifetime counter dropped, or does not move while power flows: a board was replaced, its memory was lost or its meter failed. Totals shown here stay correct: the drop starts a new segment.',
      'Check whether the inverter or its board was replaced at that time.',
      'Compare power and counter over an hour.',
      'If it drops again, ask the manufacturer about the memory or the metering board.',
    ),
    optimizer_lost: texts(
      'Optimizer not responding',
      'No data from an optimizer while its string is running: weak signal, a loose connector or a failed device.',
      'Wait for brighter light: optimizers sleep when light is weak.',
      'Compare its signal with its neighbours; check the distance to the receiver.',
      'Check its connectors; replace it if it stays silent.',
    ),
    optimizer_fault: texts(
      'Optimizer fault',
      'An optimizer reports a fault in itself or its module.',
      'Compare its voltage and current with its neighbours.',
      'Check the module and the connectors.',
      'If the module is sound, replace the optimizer.',
    ),
    shutdown_open: texts(
      'Shutdown device open',
      'A shutdown device disconnected its module: by command, by an emergency stop or by a fault.',
      'Ask whether someone switched it off or pressed the emergency stop.',
      'If not, check the transmitter and its power.',
      'Switch on only when nobody is working on the roof.',
    ),
    keepalive_lost: texts(
      'Keep-alive signal lost',
      'Shutdown devices no longer receive the signal that keeps the array on, and open for safety.',
      'Check the transmitter: power, indicator, coupling to the DC cable.',
      'Look for interference: long parallel cables, a second transmitter.',
      'If only single devices are affected, check their connectors.',
    ),
    rating: texts(
      'Above rated power',
      'Its energy counter is sound and repeatedly shows more than the rated power allows, so the rated power was entered wrongly. All of its energy is counted; shares of rated power and comparisons with peers are wrong until it is corrected.',
      'Compare the rated power here with the type plate: is it in W rather than kW?',
      'Correct it where the gateway is configured; it arrives with its next device list.',
      'If the type plate is right, ask the manufacturer about the unit of the energy counter.',
    ),
    frozen: texts(
      'Power reading frozen',
      'It repeats the same power after sunset, and no counter moves: the values are old. They are kept but not counted; its real output is unknown.',
      'Check the display of the device: is it running at all?',
      'Check the connection between device and gateway: does the gateway repeat the last answer?',
      'Restart the communication module or the gateway; update it if this returns.',
    ),
    clock: texts(
      'Gateway clock wrong',
      'Its clock differs from real time, so its readings have wrong times.',
      'Check that it reaches a time server.',
      'Set time and time zone, then restart it.',
      'Replace its battery if the time is lost at every power cut.',
    ),
    storage_full: texts(
      'Gateway storage full',
      'It could not send data for a long time and has no space left; the oldest readings will be lost.',
      'Check its network connection.',
      'Let it send what it has stored; this can take hours.',
      'If the storage stays full, ask the manufacturer.',
    ),
    upgrade_failed: texts(
      'Upgrade failed',
      'The new version could not be installed or started; the previous one is still in use.',
      'Wait for daylight and a stable connection.',
      'Start the upgrade again.',
      'If it fails again, ask the manufacturer.',
    ),
  },
}
