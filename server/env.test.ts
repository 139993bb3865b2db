import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './env.ts'

describe('readEnvironment', () => {
  test('a part of the roles has to fit together', () => {
    const DATABASE_URL = 'postgresql://u:p@127.0.0.1/sun'
    const roles = (given: Record<string, string>) => readEnvironment({ DATABASE_URL, ...given }).roles
    expect(roles({ ROLES: 'worker, api' })).toEqual(['api', 'worker'])
    expect(roles({ ROLES: 'broker,intake' })).toEqual(['intake', 'broker'])
    expect(roles({ ROLES: 'intake', MQTT_URL: 'mqtt://127.0.0.1' })).toEqual(['intake'])
    for (const ROLES of ['web', 'api,cook', 'broker,api', 'intake'])
      expect(() => roles({ ROLES })).toThrow(EnvironmentError)
    expect(() => readEnvironment({ ROLES: 'api' })).toThrow(/DATABASE_URL/)
  })

  test('has a default for everything', () => {
    expect(readEnvironment({})).toEqual({
      roles: ['api', 'intake', 'worker', 'broker'],
      port: 8080,
      host: '0.0.0.0',
      mqttPort: 1883,
      mqttHost: '127.0.0.1',
      mqttUrl: null,
      mqttCa: null,
      edge: true,
      edgeAllow: [],
      mqttShare: false,
      cluster: null,
      webhookPrivate: false,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseReadUrl: null,
      dataDir: path.resolve('data'),
      publicUrl: null,
      language: 'zh_CN',
      hostNames: [],
      shellOrigins: [],
      mapTiles: null,
      trustedProxies: [],
      tls: null,
      mqttsPort: null,
      metricsPort: 9464,
      retentionDays: 400,
      packAfterDays: 14,
      filesAt: null,
      fileQuotaBytes: 10_240 * 1024 * 1024,
      control: { perCall: 200, perHour: 400, secondDevices: 100, secondW: 250_000 },
      firmwareKeys: path.resolve('data/firmware-keys.json'),
      logLevel: 'info',
    })
  })

  test('takes every variable', () => {
    expect(
      readEnvironment({
        PORT: '0',
        HOST: '127.0.0.1',
        MQTT_PORT: '1884',
        MQTT_HOST: '0.0.0.0',
        MQTT_URL: 'mqtts://broker.example:8883',
        MQTT_CA: '/etc/sun/broker-ca.pem',
        MQTT_SHARE: 'yes',
        EDGE: 'off',
        EDGE_ALLOW: '203.0.113.7, 198.51.100.0/24',
        WEBHOOK_PRIVATE: 'yes',
        MQTTS_PORT: '8884',
        DATABASE_URL: 'postgresql://sun:pass@db.example:5432/sun?sslmode=require',
        DATABASE_OWNER_URL: 'postgresql://own:pass@db.example:5432/sun',
        DATABASE_READ_URL: 'postgresql://sun:pass@replica.example:5432/sun',
        DATA_DIR: '/srv/sun',
        PUBLIC_URL: 'https://sun.example/',
        SHELL_ORIGINS: 'https://shell.example, http://localhost:5100',
        MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png?key=k-1',
        MAP_TILES_ATTRIBUTION: '© Example',
        MAP_TILES_MAX_ZOOM: '17',
        TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
        TLS_CERT: '/etc/sun/cert.pem',
        TLS_KEY: '/etc/sun/key.pem',
        METRICS_PORT: '9000',
        RETENTION_DAYS: '4000',
        PACK_AFTER_DAYS: '30',
        FILES_URL: 's3://s3.example:9000/sun/keeper?region=eu-1',
        FILES_KEY: 'key',
        FILES_SECRET: 'pass',
        FILE_QUOTA_MB: '512',
        CONTROL_PER_CALL: '20',
        CONTROL_PER_HOUR: '30',
        CONTROL_SECOND_DEVICES: '0',
        CONTROL_SECOND_KW: '60',
        FIRMWARE_KEYS: 'keys/firmware.json',
        LOG_LEVEL: 'debug',
        SOMETHING_ELSE: 'x',
      }),
    ).toEqual({
      roles: ['api', 'intake', 'worker', 'broker'],
      port: 0,
      host: '127.0.0.1',
      mqttPort: 1884,
      mqttHost: '0.0.0.0',
      mqttUrl: 'mqtts://broker.example:8883',
      mqttCa: '/etc/sun/broker-ca.pem',
      edge: false,
      edgeAllow: ['203.0.113.7', '198.51.100.0/24'],
      mqttShare: true,
      cluster: null,
      webhookPrivate: true,
      databaseUrl: 'postgresql://sun:pass@db.example:5432/sun?sslmode=require',
      databaseOwnerUrl: 'postgresql://own:pass@db.example:5432/sun',
      databaseReadUrl: 'postgresql://sun:pass@replica.example:5432/sun',
      dataDir: '/srv/sun',
      publicUrl: 'https://sun.example',
      language: 'zh_CN',
      hostNames: [],
      shellOrigins: ['https://shell.example', 'http://localhost:5100'],
      mapTiles: {
        template: 'https://tiles.example/{z}/{x}/{y}.png?key=k-1',
        attribution: '© Example',
        maxZoom: 17,
      },
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      tls: { certFile: '/etc/sun/cert.pem', keyFile: '/etc/sun/key.pem' },
      mqttsPort: 8884,
      metricsPort: 9000,
      retentionDays: 4000,
      packAfterDays: 30,
      filesAt: {
        origin: 'https://s3.example:9000',
        bucket: 'sun',
        prefix: 'keeper/',
        region: 'eu-1',
        key: 'key',
        secret: 'pass',
      },
      fileQuotaBytes: 512 * 1024 * 1024,
      control: { perCall: 20, perHour: 30, secondDevices: 0, secondW: 60_000 },
      firmwareKeys: path.resolve('keys/firmware.json'),
      logLevel: 'debug',
    })
  })

  test('D20: plain MQTT to a broker elsewhere only when it is said so', () => {
    const plain = 'mqtt://mosquitto:1883'
    expect(() => readEnvironment({ MQTT_URL: plain })).toThrow(EnvironmentError)
    expect(readEnvironment({ MQTT_URL: plain, ALLOW_PLAIN_MQTT: 'yes' }).mqttUrl).toBe(plain)
    for (const here of ['mqtt://127.0.0.1', 'mqtt://u:p@localhost:1883', 'mqtt://[::1]:1883']) {
      expect(readEnvironment({ MQTT_URL: here }).mqttUrl).toBe(here)
    }
  })

  test('counts an empty variable as unset and forgives blanks around a value', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '  ', MQTT_PORT: ' 1885 ' })).toMatchObject({
      port: 8080,
      databaseUrl: null,
      mqttPort: 1885,
    })
  })

  test.each(['postgresql://sun@/sun?host=%2Frun%2Fpostgresql', 'postgres:///sun?host=/run/postgresql'])(
    'takes a database behind a socket: %s',
    (url) => {
      expect(readEnvironment({ DATABASE_URL: url }).databaseUrl).toBe(url)
    },
  )

  test.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a port number'],
    [{ MQTT_PORT: '-1' }, 'MQTT_PORT must be a port number'],
    [{ METRICS_PORT: '1e3' }, 'METRICS_PORT must be a port number'],
    [{ HOST: 'http://x' }, 'HOST must be a host name or an address'],
    [{ MQTT_URL: 'broker:1883' }, 'MQTT_URL must be the address of an MQTT broker'],
    [{ DATABASE_OWNER_URL: 'postgresql://o@h/d' }, 'DATABASE_OWNER_URL needs DATABASE_URL beside it'],
    [{ DATABASE_READ_URL: 'postgresql://o@h/d' }, 'DATABASE_READ_URL needs DATABASE_URL beside it'],
    [{ DATABASE_URL: 'mysql://u:geheim@h/d' }, 'DATABASE_URL must be the address of a PostgreSQL database'],
    [{ PUBLIC_URL: 'https://sun.example/h5' }, 'PUBLIC_URL must be http:// or https://'],
    [{ SHELL_ORIGINS: 'https://a.example,*' }, 'SHELL_ORIGINS must be origins'],
    [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES must be addresses'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses'],
    [{ TRUSTED_PROXIES: '*' }, 'TRUSTED_PROXIES must be addresses'],
    [{ TLS_CERT: 'c.pem' }, 'TLS_KEY and TLS_CERT must be set together'],
    [{ MQTT_SHARE: 'true' }, 'MQTT_SHARE must be yes or no'],
    [{ EDGE: 'yes' }, 'EDGE must be on or off'],
    [{ MQTT_URL: 'mqtt://broker.example' }, 'MQTT_URL must be mqtts:// outside this machine'],
    [{ MQTT_URL: 'ws://192.168.1.4:8080' }, 'MQTT_URL must be mqtts:// outside this machine'],
    [{ FILES_URL: 's3://s3.example/sun' }, 'FILES_URL must be s3://host[:port]/bucket'],
    [{ FILES_URL: 's3://key:geheim@s3.example' }, 'FILES_URL must be s3://host[:port]/bucket'],
    [{ PACK_AFTER_DAYS: '4' }, 'PACK_AFTER_DAYS must be a number of days'],
    [{ RETENTION_DAYS: '365' }, 'RETENTION_DAYS must be a number of days'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error'],
  ])('refuses %o naming the variable and what it must be', (variables, sentence) => {
    expect(() => readEnvironment(variables)).toThrow(sentence)
  })

  test('names all that is wrong at once and never shows a value', () => {
    let message = ''
    try {
      readEnvironment({ PORT: 'x', DATABASE_URL: 'mysql://u:geheim@h/d' })
    } catch (error) {
      message = error instanceof EnvironmentError ? error.message : ''
    }
    expect(message).toContain('PORT')
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('geheim')
  })
})
