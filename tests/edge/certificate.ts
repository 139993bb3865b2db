import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0
export const noOpenssl = 'skipped: no openssl here'

/** A certificate that nobody vouches for and its key, by openssl, in a new folder. */
export const certificate = (name: string): [string, string] => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [file, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const ask = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${key} -out ${file}`
  execFileSync('openssl', ask.split(' '), { stdio: 'ignore' })
  return [file, key]
}
