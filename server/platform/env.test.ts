import { expect, test } from 'vitest'
import { poolSizeFor, readEnv } from './env.ts'

test.each([
  [1, 10],
  [2, 10],
  [4, 16],
  [64, 40],
])('a machine with %i processors gets %i database connections', (processors, connections) => {
  expect(poolSizeFor(processors)).toBe(connections)
})

test('uses the configured number of connections', () => {
  expect(readEnv({ HINDSIGHT_POOL_SIZE: '3' }).poolSize).toBe(3)
  expect(() => readEnv({ HINDSIGHT_POOL_SIZE: '0' })).toThrow(/HINDSIGHT_POOL_SIZE.*at least 1/)
})

const mail = { HINDSIGHT_MAIL_FROM: 'a@hindsight.example', HINDSIGHT_PUBLIC_URL: 'https://hindsight.example' }
const readSmtpUrl = (url: string, more = {}) =>
  readEnv({ NODE_ENV: 'production', HINDSIGHT_SMTP_URL: url, ...mail, ...more }).mail?.smtpUrl

test('sends mail to another machine only over TLS in production', () => {
  expect(readSmtpUrl('smtp://mail.example:587')).toBe('smtp://mail.example:587?requireTLS=true')
  expect(readSmtpUrl('smtp://mail.example:587?requireTLS=false')).toBe('smtp://mail.example:587?requireTLS=true')
  expect(() => readSmtpUrl('smtp://mail.example?ignoreTLS=true')).toThrow(/HINDSIGHT_SMTP_URL.*HINDSIGHT_PLAIN_HOSTS/)
  const unchanged = ['smtps://mail.example', 'smtp://127.0.0.1:25', 'smtp://localhost', 'smtp://[::1]:25']
  for (const url of unchanged) expect(readSmtpUrl(url)).toBe(url)
  const plain = 'smtp://Relay:25?ignoreTLS=true'
  expect(readSmtpUrl(plain, { HINDSIGHT_PLAIN_HOSTS: 'database, RELAY' })).toBe(plain)
  expect(readSmtpUrl('smtp://mail.example', { NODE_ENV: 'development' })).toBe('smtp://mail.example')
})

test.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])(
  'sends traces to another machine only over TLS in production: %s',
  (name) => {
    const read = (url: string, more = {}) => readEnv({ NODE_ENV: 'production', [name]: url, ...more }).tracing
    expect(() => read('http://collector:4318')).toThrow(`${name} must be an https: address`)
    expect(read('http://collector:4318', { HINDSIGHT_PLAIN_HOSTS: 'collector' })).toBeDefined()
    for (const url of ['https://collector:4318', 'http://127.0.0.1:4318']) expect(read(url)).toBeDefined()
  },
)
