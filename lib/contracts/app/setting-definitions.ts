import { z } from 'zod'
import { roles } from '#lib/contracts/endpoint.ts'
import { Flag, nameText, oneOf, TimeZone, text, whole } from '#lib/contracts/primitives.ts'
import { closeCodes, reviewOutcomes } from '#lib/contracts/record-values.ts'
import { maxLogoBytes } from './values.ts'

const imageUrl = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** The beginning of a file of each kind, in Base64. */
const imageBeginnings: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  webp: /^UklGR.{6}XRUJQ/,
}

/** True if the bytes of a `data:` URL are of the stated kind. */
function isImage(url: string): boolean {
  const [, kind = '', data = ''] = imageUrl.exec(url) ?? []
  return data.length % 4 === 0 && (imageBeginnings[kind]?.test(data) ?? false)
}

/**
 * A small image as a `data:` URL, which needs no request of its own. SVG is not accepted, because it can contain
 * scripts.
 */
const Logo = z
  .string({ error: 'must be text' })
  .max(Math.ceil(maxLogoBytes / 3) * 4 + 40, { error: `must be at most ${maxLogoBytes / 1024} kB` })
  .refine(isImage, { error: 'must be a PNG, JPEG or WebP image' })
  .meta({ description: 'PNG, JPEG or WebP as a `data:` URL' })

type SettingDefinition<Schema extends z.ZodType = z.ZodType, Default = unknown> = {
  readonly schema: Schema
  /** The value until an admin sets one; null is none. */
  readonly default: Default
  /** The environment variable that overrides it, if it has one. */
  readonly variable?: string
  /** Write-only: stored encrypted, and in no response or history. */
  readonly isSecret?: true
  /**
   * For a secret, the settings of its server. A change of one of them removes it, as another server must not receive
   * it.
   */
  readonly boundTo?: readonly string[]
}

function setting<
  const Schema extends z.ZodType,
  const Default extends z.output<Schema> | null,
  const More extends Pick<SettingDefinition, 'variable' | 'isSecret' | 'boundTo'> = object,
>(
  schema: Schema,
  fallback: Default,
  more?: More,
): Pick<SettingDefinition<Schema, Default>, 'schema' | 'default'> & More {
  return { schema, default: fallback, ...(more as More) }
}

const oneLineError = 'must be one line without control characters'
const isOneLine = (value: string) => !/[\p{Cc}\u{2028}\u{2029}]/u.test(value)

/** Text without line breaks and other control characters, which protocols such as SMTP treat as commands. */
const line = (max: number) => text(max).refine(isOneLine, { error: oneLineError })
const secretLine = z.string({ error: 'must be text' }).min(1).max(1000).refine(isOneLine, { error: oneLineError })

const publicUrlError = 'must be a URL without a path, such as https://hindsight.example.org'
const PublicUrl = z
  .url({ protocol: /^https?$/, error: publicUrlError })
  .max(300)
  .regex(/^https?:\/\/[^/?#@\s]+$/, { error: publicUrlError })

const issuerError = 'must be a URL that starts with https:'
const Issuer = z
  .url({ error: issuerError })
  .max(500)
  .regex(/^https:|^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|\/|$)/, { error: issuerError })

const serviceError = 'must be a URL such as https://witness.example.org'
const ServiceUrl = z
  .url({ protocol: /^https?$/, error: serviceError })
  .max(500)
  .regex(/^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/, { error: serviceError })

const WitnessKey = line(300).regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/, {
  error: 'must be the line with name+id+key that the witness prints when it starts',
})

const Host = text(253).refine(
  (host) => /^[\w.:-]+$/.test(host) && URL.canParse(`smtp://${host.includes(':') ? `[${host}]` : host}`),
  {
    error: 'must be the name of a host, such as mail.example.org',
  },
)

const MailSender = line(300).regex(/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'must be an e-mail address such as Hindsight <hindsight@example.org>',
})

/** True for an entry of the map of roles: `value=role`, where the value may contain `=`. */
function isRoleEntry(entry: string): boolean {
  const end = entry.lastIndexOf('=')
  const role = entry.slice(end + 1).trim()
  return end > 0 && entry.slice(0, end).trim() !== '' && roles.some((known) => known === role)
}

const RoleMap = line(4000).refine((map) => map.split(';').every((part) => part.trim() === '' || isRoleEntry(part)), {
  error: 'must be like admins=admin; staff=viewer',
})

const isRange = (range: string) => z.cidrv4().safeParse(range).success || z.cidrv6().safeParse(range).success
const IpRange = text(50).refine(isRange, { error: 'must be a range such as 10.20.0.0/16' })

/** Words of a source system, each with its value in Hindsight. */
const wordsFor = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .record(z.string().min(1).max(100).refine(isOneLine, { error: oneLineError }), oneOf(values))
    .refine((words) => Object.keys(words).length <= 50, { error: 'must have at most 50 entries' })

const smtp = { variable: 'HINDSIGHT_SMTP_URL' } as const

/** The settings that an admin edits in the browser. An environment variable overrides its setting. */
export const settingDefinitions = {
  organisation_name: setting(nameText(60), null),
  organisation_logo: setting(Logo, null),
  report_classification: setting(nameText(60), 'Internal'),
  public_url: setting(PublicUrl, null, { variable: 'HINDSIGHT_PUBLIC_URL' }),
  time_zone: setting(TimeZone, 'UTC'),
  digest_hour: setting(whole(0, 23), 7, { variable: 'HINDSIGHT_DIGEST_HOUR' }),
  smtp_host: setting(Host, null, smtp),
  smtp_port: setting(whole(1, 65_535), 587, smtp),
  smtp_security: setting(oneOf(['starttls', 'tls', 'none']), 'starttls', smtp),
  smtp_user: setting(line(300), null, smtp),
  smtp_password: setting(secretLine, null, {
    ...smtp,
    isSecret: true,
    boundTo: ['smtp_host', 'smtp_port', 'smtp_security'],
  }),
  mail_from: setting(MailSender, null, { variable: 'HINDSIGHT_MAIL_FROM' }),
  oidc_issuer: setting(Issuer, null, { variable: 'HINDSIGHT_OIDC_ISSUER' }),
  oidc_client_id: setting(line(300), null, { variable: 'HINDSIGHT_OIDC_CLIENT_ID' }),
  oidc_client_secret: setting(secretLine, null, {
    variable: 'HINDSIGHT_OIDC_CLIENT_SECRET',
    isSecret: true,
    boundTo: ['oidc_issuer'],
  }),
  oidc_name: setting(nameText(60), 'single sign-on', { variable: 'HINDSIGHT_OIDC_NAME' }),
  oidc_trust_email: setting(Flag, false, { variable: 'HINDSIGHT_OIDC_TRUST_EMAIL' }),
  oidc_role_claim: setting(line(200), 'roles', { variable: 'HINDSIGHT_OIDC_ROLE_CLAIM' }),
  oidc_role_map: setting(RoleMap, null, { variable: 'HINDSIGHT_OIDC_ROLE_MAP' }),
  oidc_default_role: setting(
    z.enum(roles).exclude(['admin', 'auditor'], { error: 'must be viewer, reviewer or manager' }),
    null,
    {
      variable: 'HINDSIGHT_OIDC_DEFAULT_ROLE',
    },
  ),
  assistants: setting(oneOf(['off', 'read', 'propose']), 'off'),
  outgoing_ranges: setting(z.array(IpRange).max(50), [] as string[]),
  close_code_words: setting(wordsFor(closeCodes), {}),
  outcome_words: setting(wordsFor(reviewOutcomes), {}),
  mail_retention_days: setting(whole(1, 3650), 30),
  notification_retention_days: setting(whole(1, 3650), null),
  attachment_retention_days: setting(whole(30, 36_500), null),
  deployment_retention_days: setting(whole(365, 36_500), null),
  change_retention_days: setting(whole(365, 36_500), null),
  incident_retention_days: setting(whole(365, 36_500), null),
  improvement_retention_days: setting(whole(365, 36_500), null),
  article_retention_days: setting(whole(365, 36_500), null),
  // A reminder is not repeated as long as its delivery is stored, so deliveries must be stored longer than past dates
  // cause reminders.
  webhook_retention_days: setting(whole(31, 3650), 31),
  attachment_space_mb: setting(whole(1, 10_000_000), 5000),
  witness_url: setting(ServiceUrl, null),
  witness_key: setting(WitnessKey, null),
  is_setup_dismissed: setting(Flag, false),
} as const

export type SettingKey = keyof typeof settingDefinitions

/** The settings whose definition has a member, such as `variable`. */
type KeysWith<Member extends keyof SettingDefinition> = {
  [Key in SettingKey]: Member extends keyof Definitions[Key] ? Key : never
}[SettingKey]

/** The settings with an environment variable. */
export type VariableSetting = KeysWith<'variable'>
/** The write-only settings. */
export type SecretSetting = KeysWith<'isSecret'>

/** The settings with the days after which a kind of record is deleted. */
export type RetentionSetting = Extract<SettingKey, `${string}_retention_days`>
type Definitions = typeof settingDefinitions

/** The effective value of each setting: set, or the default. */
export type SettingValues = {
  readonly [Key in SettingKey]: z.output<Definitions[Key]['schema']> | Extract<Definitions[Key]['default'], null>
}

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[]

export const getSettingDefinition = (key: SettingKey): SettingDefinition => settingDefinitions[key]

export const retentionSettings = settingKeys.filter((key): key is RetentionSetting => key.endsWith('_retention_days'))
