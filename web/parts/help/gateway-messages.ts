/** Topics and messages of the help text, short enough for a phone; a test holds them against the wire's contract. */
const branch = 'pv/v1/GW2408A00017'

export const messages = {
  status: {
    topic: `${branch}/status`,
    example: `{ "v": 1, "state": "online",
  "boot": "9f3c61d07ab2e415", "conn": 1,
  "ts": 1755600000000,
  "model": "EMU-2", "sw": "2.1.7",
  "report_s": 300 }`,
  },
  inv: {
    topic: `${branch}/inv`,
    example: `{ "v": 1, "boot": "9f3c61d07ab2e415",
  "rev": 1, "devices": [
    { "sn": "SE17K7E1DBB39",
      "t": "inverter", "rated_w": 17000 },
    { "sn": "4-9A57A2L", "t": "optimizer",
      "parent": "SE17K7E1DBB39",
      "string": 1, "pos": 7 } ] }`,
  },
  tele: {
    topic: `${branch}/tele`,
    example: `{ "v": 1, "boot": "9f3c61d07ab2e415",
  "seq": 1042, "ts": 1755600300000,
  "hist": false, "d": [
    { "sn": "SE17K7E1DBB39", "st": "grid",
      "m": { "p": 865, "f": 49.98,
        "u": [230.1, 229.8, 230.4],
        "e_tot": 43934840 } } ] }`,
  },
  cfg: {
    topic: `${branch}/cfg`,
    example: `{ "v": 1, "rev": 4, "report_s": 300 }`,
  },
} as const
