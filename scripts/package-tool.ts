// `npm run package -- --help`: makes signing keys, signs firmware packages, and checks them. Never on the server.
import { parseArgs } from 'node:util'
import { addPublicKey, makeKeyPair, revokeKey } from './package/key-files.ts'
import { explainPackage, signPackage } from './package/sign-package.ts'

const help = `Firmware packages.

  npm run package -- keys --id k1 --private k1.private.json --public firmware-keys.json
      Makes a key pair. The private one goes into a file of its own: keep it away from the server.
      The public one is added to the list that the server reads (DATA_DIR/firmware-keys.json or FIRMWARE_KEYS).

  npm run package -- revoke --id k1 --public firmware-keys.json
      Nothing that k1 signed is accepted any more.

  npm run package -- sign --key k1.private.json --spec package.json --out optimizers-1.0.10.pkg
      Signs images. The spec:
      {"name": "Optimizer 1.0.10", "version": "1.0.10", "vendor": "Tigo", "expires": "2027-06-30",
       "images": [{"level": "optimizer", "model": "TS4-A-O", "hw": {"min": "A", "max": "C"},
                   "version": "1.0.10", "sequence": 10, "file": "optimizer.bin"}]}
      level: gateway, inverter, optimizer or shutdown; vendor and expires may also stand in an image. Paths are
      relative to the spec.

  npm run package -- verify --public firmware-keys.json optimizers-1.0.10.pkg
      Checks a package as the server does, and tells what is in it.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    id: { type: 'string' },
    private: { type: 'string' },
    public: { type: 'string' },
    key: { type: 'string' },
    spec: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [verb, file] = positionals

const given = (name: 'id' | 'private' | 'public' | 'key' | 'spec' | 'out'): string => {
  const value = values[name]
  if (value === undefined) throw new Error(`--${name} is missing. Try --help.`)
  return value
}

const run = async (): Promise<string> => {
  if (verb === 'keys') {
    const pair = makeKeyPair(given('id'))
    await addPublicKey(given('public'), pair, given('private'))
    return `${given('private')} holds the private key: keep it away from the server. ${given('public')} holds the public one.`
  }
  if (verb === 'revoke') {
    await revokeKey(given('public'), given('id'))
    return `${given('id')} is revoked.`
  }
  if (verb === 'sign') {
    await signPackage({ key: given('key'), spec: given('spec'), out: given('out') })
    return `${given('out')} is signed.`
  }
  if (verb === 'verify' && file !== undefined) return explainPackage(file, given('public'), Date.now())
  throw new Error('Nothing to do. Try --help.')
}

if (values.help) console.log(help)
else
  try {
    console.log(await run())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
