import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSessionCookieName } from '#server/platform/auth/session-token.ts'

const variable = 'HINDSIGHT_E2E_KEPT'
const secretsFile = 'secrets'

/** Collects server logs and created secrets in a folder from now on, for this process and its children. */
export function recordSecretsIn(folder: string): void {
  process.env[variable] = folder
  appendFileSync(join(folder, secretsFile), '')
}

function append(file: string, lines: readonly string[]): void {
  const folder = process.env[variable]
  if (folder !== undefined && lines.length > 0) appendFileSync(join(folder, file), `${lines.join('\n')}\n`)
}

/** Records secrets that no log may contain; values too short to be secrets are skipped. */
export const recordSecrets = (...secrets: readonly string[]): void =>
  append(
    secretsFile,
    secrets.filter((secret) => secret.length >= 8),
  )

/** The session cookies. A large session is split into several. */
export function sessionsAmong<Cookie extends { readonly name: string }>(cookies: readonly Cookie[]): Cookie[] {
  const names = [true, false].map(getSessionCookieName)
  return cookies.filter(({ name }) => names.some((known) => name === known || name.startsWith(`${known}.`)))
}

/** Records the session cookies of a browser and returns their number. */
export function recordSessions(cookies: readonly { readonly name: string; readonly value: string }[]): number {
  const sessions = sessionsAmong(cookies)
  recordSecrets(...sessions.map(({ value }) => value))
  return sessions.length
}

/** Records the key in the URL of a mailed link. */
export function recordLinkSecret(href: string): void {
  const key = /\/(?:answers|unsubscribe|calendars\/v1)\/([^/?#]+)/.exec(href)?.[1]
  if (key !== undefined) recordSecrets(decodeURIComponent(key))
}

/** Records a line that a server logged. */
export const recordLine = (line: string): void => append(`${process.pid}.log`, [line])

/** Patterns of secrets. */
const forms: readonly (readonly [string, RegExp])[] = [
  ['an API token', /hindsight_(?:resources|itsm|docs)_[\w-]{20,}/],
  ['a session or another signed token', /eyJ[\w-]{10,}\.[\w-]*\.[\w.-]*/],
  ['a bearer credential', /bearer +[\w.-]{20,}/i],
  ['a hashed password', /\$argon2/],
  ['the key of a link', /\/(?:answers|unsubscribe|calendars\/v1)\/[\w.%-]{20,}/],
  ['the password of a database or mail server', /\b(?:postgres(?:ql)?|smtps?):\/\/[^\s/:@]*:[^\s/@]+@/],
]

/** Secrets found in the collected logs: none, unless something is wrong. Throws when there are no logs. */
export function findLeaks(folder: string): string[] {
  const logs = readdirSync(folder).filter((file) => file.endsWith('.log'))
  const lines = logs.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const secrets = new Set(readFileSync(join(folder, secretsFile), 'utf8').split('\n').filter(Boolean))
  if (!lines.some((line) => line.includes('"listening"')) || secrets.size === 0) {
    throw new Error('No server log or no secret was recorded: there is nothing to check.')
  }
  const text = lines.join('\n')
  const written = [...secrets].flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])])
  const known = written
    .filter((secret) => text.includes(secret))
    .map((secret) => describeLeak('a secret of a test', lines.find((line) => line.includes(secret)) ?? '', secret))
  const formed = forms.flatMap(([what, form]) => {
    const line = lines.find((candidate) => form.test(candidate))
    return line === undefined ? [] : [describeLeak(what, line, form.exec(line)?.[0] ?? '')]
  })
  return [...known, ...formed]
}

const describeLeak = (what: string, line: string, secret: string) =>
  `${what}: ${line.slice(0, 600).replaceAll(secret, `${secret.slice(0, 4)}…`)}`
