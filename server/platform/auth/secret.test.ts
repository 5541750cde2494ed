import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { readEnv } from '#server/platform/env.ts'
import { resolveSecrets } from './secret.ts'

const folder = makeTemporaryFolder('hindsight-secret-')
const resolve = (env: Record<string, string>) => resolveSecrets(readEnv({ NODE_ENV: 'production', ...env }), folder)
const strong = 'Zq3vW8n1Lx6TfB0yRk5HsD2mCj9PaE7u'
const weak = { short: strong.slice(1), repetitive: 'abababababababababababababababababababab' }

test('requires a secret in production', () => {
  expect(() => resolve({})).toThrow(/HINDSIGHT_SECRET is missing/)
  expect(resolve({ HINDSIGHT_SECRET: strong })).toEqual({ secret: strong, previousSecret: undefined })
})

test.each(Object.entries(weak))('rejects a %s secret, also in the demo, without revealing it', (_, secret) => {
  for (const HINDSIGHT_DEMO of ['true', 'false']) {
    const start = () => resolve({ HINDSIGHT_DEMO, HINDSIGHT_SECRET: secret })
    expect(start).toThrow(/^HINDSIGHT_SECRET is too weak/)
    expect(start).not.toThrow(secret)
  }
})

test('names the folder that cannot be used, and the setting', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const env = readEnv({ NODE_ENV: 'production', HINDSIGHT_DEMO: 'true' })
  const start = () => resolveSecrets(env, join(file, 'data'))
  expect(start).toThrow(/store its data in .*file\/data: a part of the path is a file\. Set HINDSIGHT_DATA_DIR/)
})

test('creates a secret once for the demo, readable only by the owner', () => {
  const { secret } = resolve({ HINDSIGHT_DEMO: 'true' })
  expect(secret.length).toBeGreaterThanOrEqual(64)
  expect(resolve({ HINDSIGHT_DEMO: 'true' }).secret).toBe(secret)
  expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
})
