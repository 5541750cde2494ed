import { inArray } from 'drizzle-orm'
import { settingsActions } from '#lib/actions/policy-actions.ts'
import {
  getSettingDefinition,
  type SettingKey,
  type SettingValues,
  settingDefinitions,
  settingKeys,
} from '#lib/contracts/app/setting-definitions.ts'
import type { SettingsPatch } from '#lib/contracts/app/settings.ts'
import { parseWitnessKey } from '#server/history/ledger/request-cosignature.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { assertAllowedField } from '#server/platform/outgoing/ip-address.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings, refreshSettings } from '#server/platform/settings/current-settings.ts'
import { describePlainMailIssue } from '#server/platform/settings/smtp-url.ts'
import { storeSetting, valueColumns } from '#server/platform/settings/stored-settings.ts'
import { settings } from '#server/schema/settings.ts'

/** The text in the history in place of a secret or an image. */
const hiddenValue = '(hidden)'

/**
 * Changes settings; null restores a default. `origin` is the origin at which the request arrived. Throws `conflict` for
 * a setting that an environment variable sets, and `invalid_parameter` for a public URL at which this request did not
 * arrive, for a mail server without TLS on another machine, and for a witness that could not be
 * called.
 */
export async function updateSettings(ctx: Context, patch: SettingsPatch, origin: string | null): Promise<void> {
  for (const key of Object.keys(patch)) assertNotFixed(key as SettingKey)
  assertReached(patch.public_url, origin)
  if (listBound('smtp_password').some((key) => key in patch)) {
    assertMayBePlain({ ...getSettings(), ...replaceNull(patch) })
  }
  assertEvidence({ ...getSettings(), ...replaceNull(patch) }, patch)
  const entries = Object.entries({ ...findSecretsToForget(patch), ...patch }) as [SettingKey, unknown][]
  await inTransaction(ctx, (tx) => writeSettings(tx, entries))
  await refreshSettings()
}

const listBound = (key: SettingKey) => settingKeys.filter((other) => getSettingDefinition(key).boundTo?.includes(other))

/** Returns the secrets to remove because a setting to which they are bound changes. */
function findSecretsToForget(patch: SettingsPatch): SettingsPatch {
  const current = getSettings()
  const isReplaced = (key: SettingKey) =>
    key in patch && (patch[key] ?? getSettingDefinition(key).default) !== current[key]
  const forgotten = settingKeys.filter((key) => current[key] !== null && listBound(key).some(isReplaced))
  return Object.fromEntries(forgotten.map((key) => [key, null]))
}

/** Writes settings and their history in the transaction of `ctx`, without the checks of `updateSettings`. */
export async function writeSettings(ctx: Context, entries: readonly (readonly [SettingKey, unknown])[]): Promise<void> {
  const keys = entries.map(([key]) => key)
  if (keys.length === 0) return
  const rows = await ctx.db.select().from(settings).where(inArray(settings.key, keys)).for('update')
  const before = new Map(rows.map((row) => [row.key, row]))
  const { secret } = getRuntime()
  const changes: FieldChanges = {}
  for (const [key, value] of entries) {
    const row = before.get(key)
    const isSame = row ? row.sealed === null && JSON.stringify(row.value) === JSON.stringify(value) : value === null
    if (isSame) continue
    await storeSetting(ctx, key, valueColumns(key, value, secret))
    const wasSet = row !== undefined && (row.value !== null || row.sealed !== null)
    changes[key] = { from: toRecorded(key, wasSet ? (row.value ?? hiddenValue) : null), to: toRecorded(key, value) }
  }
  if (Object.keys(changes).length > 0) await recordEvent(ctx, settingsActions.update, 'settings', changes)
}

function toRecorded(key: SettingKey, value: unknown): unknown {
  if (value === null) return getSettingDefinition(key).isSecret ? null : getSettingDefinition(key).default
  return getSettingDefinition(key).isSecret || key === 'organisation_logo' ? hiddenValue : value
}

function assertNotFixed(key: SettingKey): void {
  if (!(key in getRuntime().env.settings)) return
  const issue = `is set by ${getSettingDefinition(key).variable} in the environment`
  throw new AppError('conflict', `${key} ${issue}.`, { details: [{ field: key, in: 'body', issue }] })
}

/** Throws for a wrong public URL: it would end every session, and nobody could sign in to correct it. */
export function assertReached(url: string | null | undefined, origin: string | null): void {
  if (url === undefined || url === null || url === origin) return
  throw invalidField('public_url', 'body', `must be the URL at which you use Hindsight now (${origin ?? 'unknown'})`)
}

function assertMayBePlain(values: SettingValues): void {
  const issue = describePlainMailIssue(values, getRuntime().env)
  if (issue !== undefined) throw invalidField('smtp_security', 'body', issue)
}

/** Rejects on entry what would fail every hour. */
function assertEvidence({ witness_url: url, witness_key: key }: SettingValues, patch: SettingsPatch): void {
  const witnessUrl = patch.witness_url
  if (witnessUrl) assertAllowedField('witness_url', witnessUrl)
  const witnessKey = patch.witness_key
  if (witnessKey) assertFits('witness_key', () => parseWitnessKey(witnessKey))
  const isTouched = 'witness_url' in patch || 'witness_key' in patch
  if (isTouched && (url === null) !== (key === null)) {
    const field = url === null ? 'witness_url' : 'witness_key'
    throw invalidField(field, 'body', 'is needed too: a witness has an address and a key')
  }
}

function assertFits(field: SettingKey, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    throw invalidField(field, 'body', error instanceof Error ? error.message : String(error))
  }
}

/** Replaces removed values by their defaults, by which they are checked. */
const replaceNull = (patch: SettingsPatch) =>
  Object.fromEntries(
    Object.entries(patch).map(([key, value]) => [key, value ?? settingDefinitions[key as SettingKey].default]),
  ) as Partial<SettingValues>
