import { describe, expect, it } from 'vitest'
import { makeCertificates } from '#tests/certificates.ts'
import { isOwnHost, namesOfCertificate } from './host-names.ts'

const known = ['sun.example', '*.plant.example', 'Server7.Example.COM']

describe('W7: the name in a Host header', () => {
  it.each([
    undefined,
    '',
    '192.168.1.20',
    '192.168.1.20:8080',
    '[fd00::1]:8080',
    '[::1]',
    'localhost:8080',
    'localhost.:8080',
    'raspberrypi:8080',
    'SUNKEEPER.local',
    'sunkeeper.lan:8080',
    'app.localhost',
    'nas.home.arpa',
    'sun.example',
    'SUN.example.:443',
    'a.plant.example',
    'server7.example.com',
  ])('W7: %s is this server', (host) => {
    expect(isOwnHost(host, known)).toBe(true)
  })
  it.each([
    'evil.example',
    'evil.example:8080',
    'sun.example.evil.example',
    'evilsun.example',
    'www.sun.example',
    'a.b.plant.example',
    'plant.example',
    '192.168.1.20.evil.example',
    '127.0.0.1.nip.io',
    'local.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    'fritz.box',
    'x y',
    '[evil.example]',
  ])('W7: %s is somebody else', (host) => {
    expect(isOwnHost(host, known)).toBe(false)
  })
  it('W7: may be one that the certificate is for', async () => {
    const { ofAnotherName } = await makeCertificates()
    const names = namesOfCertificate(ofAnotherName.cert)
    expect(names).toEqual(['elsewhere.example'])
    expect(isOwnHost('elsewhere.example:8443', names)).toBe(true)
  })
})
