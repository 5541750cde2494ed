import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import {
  getSettingDefinition,
  type SecretSetting,
  type SettingKey,
  type SettingValues,
  type settingDefinitions,
  settingKeys,
} from './setting-definitions.ts'

type PatchShape = {
  [Key in SettingKey]: z.ZodOptional<z.ZodNullable<(typeof settingDefinitions)[Key]['schema']>>
}

const patchShape = Object.fromEntries(
  settingKeys.map((key) => [key, getSettingDefinition(key).schema.nullable().optional()]),
) as PatchShape

/** Settings to change; null resets a setting to its default. */
export const SettingsPatch = z
  .strictObject(patchShape)
  .meta({ id: 'SettingsPatch', description: 'The settings to change; null restores the default' })
export type SettingsPatch = z.infer<typeof SettingsPatch>

const isSecret = (key: SettingKey) => getSettingDefinition(key).isSecret === true

const values = z
  .record(z.string(), z.unknown())
  .describe('The value of each setting that holds, without secrets; null is none')

const Settings = z
  .object({
    values,
    set_secrets: z.array(z.string()).describe('The secrets that are set; their values are never shown'),
    environment: z
      .record(z.string(), z.string())
      .describe('The settings that an environment variable sets, with its name. They cannot be changed here'),
    redirect_uri: z
      .string()
      .nullable()
      .describe('The URL to register at the sign-in provider; null without a public URL'),
    is_mail_sent: z.boolean().describe('Whether mail is configured completely'),
    has_provider: z.boolean().describe('Whether the sign-in provider is configured completely'),
  })
  .meta({ id: 'Settings' })
export type Settings = Omit<z.infer<typeof Settings>, 'values'> & { values: Omit<SettingValues, SecretSetting> }

const exampleValues = Object.fromEntries(
  settingKeys.filter((key) => !isSecret(key)).map((key) => [key, getSettingDefinition(key).default]),
)

const exampleSettings: z.infer<typeof Settings> = {
  values: {
    ...exampleValues,
    organisation_name: 'Example Ltd',
    public_url: 'https://hindsight.example.org',
    time_zone: 'Europe/Copenhagen',
  },
  set_secrets: ['smtp_password'],
  environment: { public_url: 'HINDSIGHT_PUBLIC_URL' },
  redirect_uri: 'https://hindsight.example.org/api/auth/callback/oidc',
  is_mail_sent: true,
  has_provider: false,
}

export const getSettings = endpoint({
  ...route('getSettings', 'Settings', 'GET', '/api/app/v1/settings'),
  summary: 'Get the settings of the organisation, without secrets',
  access: { role: 'admin' },
  response: Settings,
  examples: { response: exampleSettings },
})

export const updateSettings = endpoint({
  ...route('updateSettings', 'Settings', 'PATCH', '/api/app/v1/settings'),
  summary: 'Change settings; every process follows within seconds',
  description:
    'A setting that an environment variable sets is a conflict. The public URL must be the one at which the request arrives, so that nobody locks themselves out.',
  access: { role: 'admin' },
  body: SettingsPatch,
  response: Settings,
  errors: ['conflict'],
  examples: { body: { organisation_name: 'Example Ltd', digest_hour: 8 }, response: exampleSettings },
})

const TestStep = z
  .object({
    name: z.string().describe('What was tried'),
    sent: z.string().describe('What was sent'),
    is_ok: z.boolean().describe('Whether it worked'),
    message: z.string().describe('What came back, or why it failed, as the other server reported it'),
  })
  .meta({ id: 'TestStep' })
export type TestStep = z.infer<typeof TestStep>

const TestResult = z
  .object({
    is_ok: z.boolean().describe('Whether every step worked'),
    steps: z.array(TestStep).describe('The steps, up to the first that failed'),
  })
  .meta({ id: 'TestResult' })
export type TestResult = z.infer<typeof TestResult>

export const testMail = endpoint({
  ...route('testMail', 'Settings', 'POST', '/api/app/v1/settings/mail-test'),
  summary: 'Send a test mail to the caller',
  description: 'Without a mail server it is a conflict.',
  access: { role: 'admin' },
  body: z.strictObject({}),
  response: TestResult,
  errors: ['conflict'],
  examples: {
    body: {},
    response: {
      is_ok: false,
      steps: [
        {
          name: 'Test mail',
          sent: 'To ada@example.org through mail.example.org',
          is_ok: false,
          message: 'Invalid login: 535 Authentication failed',
        },
      ],
    },
  },
})

export const testProvider = endpoint({
  ...route('testProvider', 'Settings', 'POST', '/api/app/v1/settings/provider-test'),
  summary: 'Read the metadata of the sign-in provider and try the credentials',
  description: 'Nobody is signed in. Without a provider it is a conflict.',
  access: { role: 'admin' },
  body: z.strictObject({}),
  response: TestResult,
  errors: ['conflict'],
  examples: {
    body: {},
    response: {
      is_ok: true,
      steps: [
        {
          name: 'Metadata',
          sent: 'GET https://login.example.org/.well-known/openid-configuration',
          is_ok: true,
          message: 'The issuer is https://login.example.org.',
        },
      ],
    },
  },
})
