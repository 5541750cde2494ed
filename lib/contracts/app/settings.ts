import { z } from 'zod'
import { ChangeNumber } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, Flag, nameText, text, wholeNumber } from '#lib/contracts/primitives.ts'
import { Password } from './accounts.ts'
import {
  getSettingDefinition,
  type RetentionSetting,
  retentionSettings,
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
export const SettingsPatch = z.strictObject(patchShape)
export type SettingsPatch = z.infer<typeof SettingsPatch>

const values = z
  .record(z.string(), z.unknown())
  .describe('The value of each setting that holds, without secrets; null is none')

const Settings = z.object({
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
export type Settings = Omit<z.infer<typeof Settings>, 'values'> & { values: Omit<SettingValues, SecretSetting> }

const admins = endpointsFor('Settings', { role: 'admin' })

export const getSettings = admins.get('getSettings', '/settings', {
  response: Settings,
})

export const updateSettings = admins.patch('updateSettings', '/settings', {
  body: SettingsPatch,
  response: Settings,
  errors: ['conflict'],
})

const TestStep = z.object({
  name: z.string().describe('What was tried'),
  sent: z.string().describe('What was sent'),
  is_ok: z.boolean().describe('Whether it worked'),
  message: z.string().describe('What came back, or why it failed, as the other server reported it'),
})
export type TestStep = z.infer<typeof TestStep>

const TestResult = z.object({
  is_ok: z.boolean().describe('Whether every step worked'),
  steps: z.array(TestStep).describe('The steps, up to the first that failed'),
})
export type TestResult = z.infer<typeof TestResult>

export const testMail = admins.post('testMail', '/settings/mail-test', {
  body: z.strictObject({}),
  response: TestResult,
  errors: ['conflict'],
})

export const testProvider = admins.post('testProvider', '/settings/provider-test', {
  body: z.strictObject({}),
  response: TestResult,
  errors: ['conflict'],
})

export const FirstAdmin = z
  .strictObject({
    code: z
      .string({ error: 'must be text' })
      .min(1, { error: 'must not be empty' })
      .max(100)
      .describe('The code that the service printed when it started'),
    name: nameText(200).describe('Name of the person'),
    email: EmailAddress.describe('E-mail address to sign in with, in any case'),
    password: Password.describe('Password to sign in with'),
    public_url: (getSettingDefinition('public_url').schema as z.ZodString)
      .optional()
      .describe('The URL at which the person uses Hindsight; becomes the public URL, if none is set'),
    time_zone: (getSettingDefinition('time_zone').schema as z.ZodString)
      .optional()
      .describe('Time zone of the organisation'),
  })
  .meta({ id: 'FirstAdmin' })
export type FirstAdmin = z.infer<typeof FirstAdmin>

const anyone = endpointsFor('Settings', 'public')

export const createFirstAdmin = anyone.post('createFirstAdmin', '/setup', {
  summary: 'Add the first admin of a service without accounts',
  description:
    'Needs the code that the service printed. Once there is an account, it is a conflict. After too many wrong codes the IP address has to wait.',
  body: FirstAdmin,
  errors: ['conflict', 'csrf_rejected'],
  examples: {
    body: {
      code: 'K7QM-4XTA-9RWE-2HJD',
      name: 'Ines Marchetti',
      email: 'ines.marchetti@hindsight.example',
      password: 'correct horse battery staple',
      public_url: 'https://hindsight.example.org',
      time_zone: 'Europe/Copenhagen',
    },
  },
})

const days = wholeNumber(1, 36_500)
  .optional()
  .describe('Days to try; without it the default of the setting, which for most is for ever')

const RetentionPreview = z.object({
  result: z.array(
    z.object({
      setting: z.enum(retentionSettings as [RetentionSetting, ...RetentionSetting[]]),
      records: z.int().describe('Records that would be deleted'),
      of: z.int().describe('All records of the kind'),
      until: CalendarDate.describe('Day of the organisation up to which they would be deleted'),
    }),
  ),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

const people = endpointsFor('Changes', { role: 'manager', onlyPeople: true })

export const previewRetention = admins.get('previewRetention', '/settings/retention', {
  query: z.strictObject(
    Object.fromEntries(retentionSettings.map((setting) => [setting, days])) as Record<RetentionSetting, typeof days>,
  ),
  response: RetentionPreview,
})

export const setLegalHold = people.post('setLegalHold', '/changes/{number}/legal-hold', {
  params: ChangeNumber,
  body: z.strictObject({
    is_held: Flag,
    reason: text(2000),
  }),
  errors: ['not_found', 'conflict'],
})
