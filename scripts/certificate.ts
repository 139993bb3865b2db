// `npm run certificate [-- sun.example 192.168.1.4]`: a local certificate authority and a certificate for this machine's
// names and addresses, in DATA_DIR/tls. Run again, the certificate is new and the authority stays.
import { hostname } from 'node:os'
import { certificateFiles } from '#server/roles/certificate.ts'
import { readEnvironment } from '#server/env.ts'
import { issueCertificate, machineNames } from './certificate-files.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

letReadersLeave()
try {
  const env = readEnvironment(process.env)
  const publicName = env.publicUrl === null ? [] : [new URL(env.publicUrl).hostname]
  const names = machineNames([...process.argv.slice(2), ...publicName])
  const { authority, until, dropped } = await issueCertificate(env.dataDir, names, Date.now())
  const files = certificateFiles(env.dataDir)
  say(`certificate for ${names.join(', ')}`)
  if (dropped.length > 0)
    say(`no longer for ${dropped.join(', ')}: to keep a name, run again with it after --`)
  say(`valid until ${until.toISOString().slice(0, 10)}: ${files.cert}`)
  say(`the authority was ${authority}: ${files.authority}`)
  say('')
  say(
    env.tls === null
      ? 'The next start uses it for HTTPS and for gateways (MQTTS_PORT, 8883). There is nothing to set.'
      : 'TLS_CERT and TLS_KEY are set and win: unset them to use it.',
  )
  say(
    `Phones and gateways have to trust the authority once: https://${hostname()}:${env.port || 8080}/ca.crt`,
  )
  say('  iPhone, iPad: open it in Safari, Settings > Profile downloaded > Install, then')
  say('    Settings > General > About > Certificate trust settings > switch it on')
  say('  Android: open it, then Settings > Security > Encryption and credentials > Install > CA certificate')
} catch (problem) {
  explainStart(problem)
}
