import { availableParallelism } from 'node:os'
import { z } from 'zod'
import {
  getSettingDefinition,
  type SettingKey,
  type SettingValues,
  settingDefinitions,
  settingKeys,
} from '#lib/contracts/app/setting-definitions.ts'
import { mayBePlain } from './plain-connection.ts'
import { parseRoleMap } from './settings/provider-settings.ts'
import { readSmtpParts } from './settings/smtp-url.ts'

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int()
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .default(fallback)

const flag = z.stringbool({ error: 'must be true or false' }).default(false)

const listed = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))

const collector = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' }).optional()

/** On two processors four to ten perform alike. By default a database allows a hundred, for all processes. */
export function poolSizeFor(processors: number): number {
  return Math.min(40, Math.max(10, 4 * processors))
}

/** Every environment variable that Hindsight reads, with its default. */
const Env = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.string().optional(),
  HINDSIGHT_DATA_DIR: z.string().optional(),
  HINDSIGHT_POOL_SIZE: wholeNumber(poolSizeFor(availableParallelism()), 1, 200),
  HINDSIGHT_STATEMENT_TIMEOUT: wholeNumber(10_000, 100, 600_000),
  HINDSIGHT_IMPORT_SPACE: wholeNumber(5_000, 1, 100_000_000),
  HINDSIGHT_EVENT_SPACE: wholeNumber(5_000, 1, 100_000_000),
  HINDSIGHT_RATE_LIMIT: wholeNumber(600, 1, 1_000_000_000),
  HINDSIGHT_SIGN_IN_LIMIT: wholeNumber(10, 1, 1_000_000),
  HINDSIGHT_CORS_ORIGINS: listed,
  HINDSIGHT_PLAIN_HOSTS: listed.transform((hosts) => hosts.map((host) => host.toLowerCase())),
  HINDSIGHT_PUBLIC_URL: z.url().optional(),
  HINDSIGHT_TRUST_PROXY: flag,
  HINDSIGHT_SECRET: z.string().optional(),
  HINDSIGHT_SECRET_PREVIOUS: z.string().optional(),
  HINDSIGHT_OIDC_ISSUER: settingDefinitions.oidc_issuer.schema.optional(),
  HINDSIGHT_OIDC_CLIENT_ID: z.string().optional(),
  HINDSIGHT_OIDC_CLIENT_SECRET: z.string().optional(),
  HINDSIGHT_OIDC_TRUST_EMAIL: z.stringbool({ error: 'must be true or false' }).optional(),
  HINDSIGHT_OIDC_NAME: z.string().max(60).optional(),
  HINDSIGHT_OIDC_ROLE_CLAIM: z.string().optional(),
  HINDSIGHT_OIDC_ROLE_MAP: z
    .string()
    .superRefine((map, ctx) => {
      try {
        parseRoleMap(map)
      } catch (error) {
        ctx.addIssue(error instanceof Error ? error.message : String(error))
      }
    })
    .optional(),
  HINDSIGHT_OIDC_DEFAULT_ROLE: settingDefinitions.oidc_default_role.schema.optional(),
  HINDSIGHT_PASSWORDS: z.stringbool({ error: 'must be on or off' }).default(true),
  HINDSIGHT_DEMO: flag,
  HINDSIGHT_JOBS: z.stringbool({ error: 'must be on or off' }).default(true),
  HINDSIGHT_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@mail.example.org' })
    .regex(/^(?!.*%(?:[01][\da-f]|7f))/i, { error: 'must contain no control characters' })
    .optional(),
  HINDSIGHT_MAIL_FROM: settingDefinitions.mail_from.schema.optional(),
  HINDSIGHT_DIGEST_HOUR: wholeNumber(7, 0, 23).unwrap().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, { error: 'must be at least 0' })
    .max(1, { error: 'must be at most 1' })
    .default(1),
  HINDSIGHT_STOP_DELAY: wholeNumber(0, 0, 300),
  HINDSIGHT_LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
})

type Variables = z.infer<typeof Env>

/** The names of those variables. */
export const environmentVariables: readonly string[] = Object.keys(Env.shape)

/** Variables that other programs of the project read. */
const otherVariables = ['HINDSIGHT_SIGNING_KEY', 'HINDSIGHT_BUILD_CACHE']

/** Lists the variables that begin like ours and that nothing reads: probably misspelled. */
export const findUnknownVariables = (source: Record<string, string | undefined>): string[] =>
  Object.keys(source).filter(
    (name) => name.startsWith('HINDSIGHT_') && ![...environmentVariables, ...otherVariables].includes(name),
  )

export type Env = ReturnType<typeof readEnv>

/** Reads and checks the environment; an error lists every bad variable with what it must be. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = Env.safeParse(present)
  if (!result.success) throw invalid(...result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const env = result.data
  return {
    isProduction: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.HINDSIGHT_DATA_DIR,
    poolSize: env.HINDSIGHT_POOL_SIZE,
    /** Milliseconds after which the database cancels a statement. */
    statementTimeout: env.HINDSIGHT_STATEMENT_TIMEOUT,
    /** Bytes that the stored files of all imports may take together. */
    importSpace: env.HINDSIGHT_IMPORT_SPACE * 1e6,
    /** Bytes that the stored events of all connections may take together. */
    eventSpace: env.HINDSIGHT_EVENT_SPACE * 1e6,
    /** API requests per minute of each caller. */
    rateLimit: env.HINDSIGHT_RATE_LIMIT,
    /** Failed sign-ins in 15 minutes for an account from an IP address; five times as many for either alone. */
    signInLimit: env.HINDSIGHT_SIGN_IN_LIMIT,
    corsOrigins: env.HINDSIGHT_CORS_ORIGINS,
    /** Hosts that may be reached without TLS, over a private network. */
    plainHosts: env.HINDSIGHT_PLAIN_HOSTS,
    trustProxy: env.HINDSIGHT_TRUST_PROXY,
    secret: env.HINDSIGHT_SECRET,
    /** The previous secret, whose signatures are still accepted. */
    previousSecret: env.HINDSIGHT_SECRET_PREVIOUS,
    isDemo: env.HINDSIGHT_DEMO,
    /** True if people can sign in with a password, false if only with the provider. */
    arePasswordsOn: env.HINDSIGHT_PASSWORDS,
    /** True if this process does scheduled work. */
    areJobsOn: env.HINDSIGHT_JOBS,
    /** Mail server, sender and base URL of links; undefined without them. `smtpUrl` may contain a password. */
    mail: mailSettings(env),
    /** The settings that a variable sets; they win over those made in the browser. */
    settings: fixedSettings(env),
    /** The share of new traces to record, if spans are exported; undefined if not. */
    tracing: tracingSettings(env),
    /** Milliseconds for which a stopping process still serves requests, while `/api/ready` already fails. */
    stopDelay: env.HINDSIGHT_STOP_DELAY * 1000,
    logLevel: env.HINDSIGHT_LOG_LEVEL,
  }
}

const invalid = (...faults: string[]) =>
  new Error(`The environment is invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

/** The environment of the process; if it is invalid, prints why and exits. */
export function readEnvOrStop(): Env {
  try {
    return readEnv()
  } catch (error) {
    process.stderr.write(`Hindsight cannot start: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Reads how mail is sent: it needs a sender and the base URL of its links. */
function mailSettings(env: Variables) {
  const { HINDSIGHT_SMTP_URL: smtpUrl, HINDSIGHT_MAIL_FROM: from, HINDSIGHT_PUBLIC_URL: publicUrl } = env
  if (smtpUrl === undefined) return undefined
  if (from === undefined || publicUrl === undefined)
    throw invalid('HINDSIGHT_SMTP_URL also needs HINDSIGHT_MAIL_FROM and HINDSIGHT_PUBLIC_URL')
  return { smtpUrl: requireTlsInProduction(smtpUrl, env), from, publicUrl }
}

/** The values of the variables that replace settings of the browser. */
function fixedSettings(env: Variables): Partial<SettingValues> {
  const { HINDSIGHT_OIDC_ISSUER: issuer, HINDSIGHT_OIDC_CLIENT_ID: clientId } = env
  if (issuer === undefined && !env.HINDSIGHT_PASSWORDS)
    throw invalid('HINDSIGHT_PASSWORDS can be off only with HINDSIGHT_OIDC_ISSUER')
  if (issuer !== undefined && !(clientId && env.HINDSIGHT_OIDC_CLIENT_SECRET && env.HINDSIGHT_PUBLIC_URL)) {
    throw invalid(
      'HINDSIGHT_OIDC_ISSUER also needs HINDSIGHT_OIDC_CLIENT_ID, HINDSIGHT_OIDC_CLIENT_SECRET and HINDSIGHT_PUBLIC_URL',
    )
  }
  const { HINDSIGHT_SMTP_URL: smtpUrl } = env
  const fixed = settingKeys.flatMap((key): [SettingKey, unknown][] => {
    const { variable, default: fallback } = getSettingDefinition(key)
    if (variable === undefined || key.startsWith('smtp_')) return []
    // A provider in the environment is complete: no setting of it comes from the browser.
    const value =
      env[variable as keyof Variables] ?? (issuer !== undefined && key.startsWith('oidc_') ? fallback : undefined)
    return value === undefined ? [] : [[key, value]]
  })
  return { ...Object.fromEntries(fixed), ...(smtpUrl === undefined ? {} : readSmtpParts(new URL(smtpUrl))) }
}

/** In production mail goes to another machine only over TLS: if the server does not offer it, the mail waits. */
function requireTlsInProduction(smtpUrl: string, env: Variables): string {
  const url = new URL(smtpUrl)
  if (url.protocol === 'smtps:' || !isForbiddenPlain(url.hostname, env)) return smtpUrl
  if (url.searchParams.has('ignoreTLS')) throw plainRefusal('HINDSIGHT_SMTP_URL', url.hostname, 'without ignoreTLS')
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

const isForbiddenPlain = (host: string, env: Variables): boolean =>
  env.NODE_ENV === 'production' && !mayBePlain(host, env.HINDSIGHT_PLAIN_HOSTS)

const plainRefusal = (name: string, host: string, remedy: string) =>
  invalid(`${name} must be ${remedy}, or HINDSIGHT_PLAIN_HOSTS must list ${host} if the network is private`)

/** Reads whether to trace; OpenTelemetry's exporter reads its other variables itself. */
function tracingSettings(env: Variables) {
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const) {
    const { protocol, hostname } = new URL(env[name] ?? 'https://nowhere')
    if (protocol === 'http:' && isForbiddenPlain(hostname, env)) throw plainRefusal(name, hostname, 'an https: address')
  }
  const isRequested = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  return isRequested === undefined ? undefined : { share: env.OTEL_TRACES_SAMPLER_ARG }
}
