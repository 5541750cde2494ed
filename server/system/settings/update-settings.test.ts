import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { settingSections } from '#components/admin/settings/sections.ts'
import { getSettingDefinition, settingKeys } from '#lib/contracts/app/setting-definitions.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { resealSecrets } from '#server/platform/reseal-secrets.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import {
  findMailSettings,
  findProvider,
  getSettings,
  refreshSettings,
} from '#server/platform/settings/current-settings.ts'
import { auditEvents } from '#server/schema/history.ts'
import { settings } from '#server/schema/settings.ts'
import { presentSettings } from './present-settings.ts'
import { testMail } from './test-provider.ts'
import { updateSettings } from './update-settings.ts'

const origin = 'https://hindsight.example'
const [first, second, third] = ['the first secret of three', 'the one after it', 'the last of the three'] as const

const database = provideTestDatabase({ empty: [settings, auditEvents] })
beforeEach(async () => {
  restart({}, first)
  await refreshSettings()
})

/** Sets the runtime as in a process with these variables and secrets. */
function restart(env: Record<string, string>, secret: string, previousSecret?: string): void {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', ...env }), secret, previousSecret })
}

const save = (patch: Parameters<typeof updateSettings>[1]) => updateSettings(testContext(database.db), patch, origin)
const mailServer = {
  public_url: origin,
  smtp_host: 'mail.example.org',
  smtp_user: 'hindsight',
  smtp_password: 'p/ss wörd',
  mail_from: 'Hindsight <hindsight@example.org>',
}

describe('a setting', () => {
  test('holds at once, null restores the default, and the history shows both', async () => {
    await save({ digest_hour: 9, time_zone: 'Europe/Copenhagen' })
    expect(getSettings()).toMatchObject({ digest_hour: 9, time_zone: 'Europe/Copenhagen' })
    await save({ digest_hour: null })
    expect(getSettings()).toMatchObject({ digest_hour: 7, time_zone: 'Europe/Copenhagen' })
    const events = await database.db.select().from(auditEvents)
    expect(events.map(({ changes }) => changes.digest_hour)).toEqual([
      { from: 7, to: 9 },
      { from: 9, to: 7 },
    ])
  })

  test('that does not change is not in the history', async () => {
    await save({ digest_hour: 9 })
    await save({ digest_hour: 9, organisation_name: null })
    expect(await database.db.select().from(auditEvents)).toHaveLength(1)
  })

  test('of an environment variable wins and cannot be changed', async () => {
    await save({ digest_hour: 9 })
    restart({ HINDSIGHT_DIGEST_HOUR: '11' }, first)
    expect(getSettings().digest_hour).toBe(11)
    expect(presentSettings().environment).toEqual({ digest_hour: 'HINDSIGHT_DIGEST_HOUR' })
    await expect(save({ digest_hour: 3 })).rejects.toThrow(/digest_hour is set by HINDSIGHT_DIGEST_HOUR/)
  })

  test('that another process changed is noticed', async () => {
    await save({ digest_hour: 9 })
    await database.db.update(settings).set({ value: 10, version: 2 })
    expect(getSettings().digest_hour).toBe(9)
    await refreshSettings()
    expect(getSettings().digest_hour).toBe(10)
  })
})

describe('a secret', () => {
  test('is stored sealed, and neither shown nor in the history', async () => {
    await save(mailServer)
    expect(findMailSettings()?.smtpUrl).toBe('smtp://hindsight:p%2Fss%20w%C3%B6rd@mail.example.org:587?requireTLS=true')
    const stored = JSON.stringify([
      await database.db.select().from(settings),
      await database.db.select().from(auditEvents),
      presentSettings(),
    ])
    expect(stored).not.toContain(mailServer.smtp_password)
    expect(presentSettings().set_secrets).toEqual(['smtp_password'])
    const [event] = await database.db.select().from(auditEvents)
    expect(event?.changes.smtp_password).toEqual({ from: null, to: '(hidden)' })
  })

  test('is forgotten when its server changes, so that the new one does not get to know it', async () => {
    const provider = { oidc_issuer: 'https://login.example.org', oidc_client_secret: 'between the two' }
    await save({ ...mailServer, ...provider })
    await save({
      smtp_host: mailServer.smtp_host,
      smtp_port: 587,
      smtp_user: 'other',
      oidc_issuer: provider.oidc_issuer,
    })
    expect(presentSettings().set_secrets).toEqual(['smtp_password', 'oidc_client_secret'])
    await save({ smtp_host: 'elsewhere.example.org', oidc_issuer: 'https://elsewhere.example.org' })
    expect(presentSettings().set_secrets).toEqual([])
  })

  test.each([{ smtp_host: 'elsewhere.example.org' }, { smtp_port: 2525 }, { smtp_security: 'tls' as const }])(
    'of mail is forgotten with %o, unless it comes along',
    async (patch) => {
      await save(mailServer)
      await save({ ...patch, smtp_password: 'entered again' })
      expect(getSettings().smtp_password).toBe('entered again')
      await save(Object.fromEntries(Object.keys(patch).map((key) => [key, null])))
      expect(presentSettings().set_secrets).toEqual([])
    },
  )

  test('survives a change of HINDSIGHT_SECRET, and then needs the previous one no longer', async () => {
    await save(mailServer)
    restart({}, second, first)
    await resealSecrets(database.db, { secret: second, previousSecret: first })
    await refreshSettings()
    expect(getSettings().smtp_password).toBe(mailServer.smtp_password)
    restart({}, second)
    await save({ digest_hour: 1 })
    expect(getSettings().smtp_password).toBe(mailServer.smtp_password)
    restart({}, third)
    await save({ digest_hour: 2 })
    expect(getSettings().smtp_password).toBeNull()
  })
})

describe('every text', () => {
  const hostile = ['a\r\nb', 'a\u0000b', 'a\u2028b', 'a\u001bb']
  const wrap = (text: string) => [text, [text], { [text]: 'successful' }]
  test.each(settingKeys)('of %s refuses line breaks and other control characters', (key) => {
    const { schema } = getSettingDefinition(key)
    for (const value of hostile.flatMap(wrap)) expect(schema.safeParse(value).success).toBe(false)
  })

  test('of the environment too', () => {
    const url = 'smtps://user%0D%0AMAIL:password@mail.example.org'
    const from = { HINDSIGHT_MAIL_FROM: 'a@b.example', HINDSIGHT_PUBLIC_URL: origin }
    expect(() => readEnv({ HINDSIGHT_SMTP_URL: url, ...from })).toThrow(/HINDSIGHT_SMTP_URL must .*control characters/)
  })
})

test('the public URL must be the one at which the request arrives', async () => {
  await expect(save({ public_url: 'https://hindsight.exmaple' })).rejects.toThrow(/must be the URL at which you use/)
  await save({ public_url: origin })
  expect(presentSettings().redirect_uri).toBe(`${origin}/api/auth/callback/oidc`)
})

describe('mail', () => {
  test('goes to another machine without TLS only in a private network', async () => {
    restart({ NODE_ENV: 'production' }, first)
    await expect(save({ ...mailServer, smtp_security: 'none' })).rejects.toThrow(
      /smtp_security must be TLS or STARTTLS/,
    )
    restart({ NODE_ENV: 'production', HINDSIGHT_PLAIN_HOSTS: 'mail.example.org' }, first)
    await save({ ...mailServer, smtp_security: 'none' })
    expect(findMailSettings()?.smtpUrl).toContain('ignoreTLS=true')
  })

  test('reports the failure of a test as the server gave it', async () => {
    await save({ ...mailServer, smtp_host: '127.0.0.1', smtp_port: 1 })
    const result = await testMail(testContext(database.db))
    expect(result).toMatchObject({
      is_ok: false,
      steps: [{ message: expect.stringContaining('ECONNREFUSED 127.0.0.1:1') }],
    })
    expect(JSON.stringify(result)).not.toContain(mailServer.smtp_password)
  })
})

test('a provider is used once it is complete', async () => {
  await save({ public_url: origin, oidc_issuer: 'https://login.example.org/', oidc_client_id: 'hindsight' })
  expect(findProvider()).toBeUndefined()
  await save({ oidc_client_secret: 'between the two', oidc_role_map: 'staff=viewer' })
  expect(findProvider()).toMatchObject({
    issuer: 'https://login.example.org',
    name: 'single sign-on',
    isEmailTrusted: false,
  })
  expect(findProvider()?.roleMap?.get('staff')).toBe('viewer')
})

const document = readFileSync(join(projectDir(), 'docs/configuration.md'), 'utf8').split('\n')
const fields = settingSections.flatMap((section) => section.fields)

test('an admin finds each setting in one section of the page', () => {
  const others = ['is_setup_dismissed']
  expect([...fields.map(({ key }) => key as string), ...others].toSorted()).toEqual(settingKeys.toSorted())
})

test.each(settingSections)('docs/configuration.md lists the settings of $title', (section) => {
  const row = document.find((line) => line.startsWith(`| ${section.title} |`))?.toLowerCase() ?? ''
  expect(section.fields.map(({ label }) => label.toLowerCase()).filter((label) => !row.includes(label))).toEqual([])
})

test('the hint of a number states the default that holds while it is empty', () => {
  const stated = fields.flatMap(({ key, hint }) => {
    const [, text] = /Empty: (\S+)\./.exec(hint ?? '') ?? []
    return text === undefined ? [] : [[key, text === 'forever' ? null : Number(text)]]
  })
  expect(stated.length).toBeGreaterThan(5)
  expect(stated).toEqual(
    stated.map(([key]) => [key, getSettingDefinition(key as (typeof fields)[number]['key']).default]),
  )
})
