import { eq, sql } from 'drizzle-orm'
import {
  getSettingDefinition,
  type SettingKey,
  type SettingValues,
  settingKeys,
} from '#lib/contracts/app/setting-definitions.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { openText, sealText } from '#server/platform/sealed-text.ts'
import { settings } from '#server/schema/settings.ts'

export type StoredSettings = Partial<SettingValues>
type SettingRow = Pick<typeof settings.$inferSelect, 'key' | 'value' | 'sealed'>

/** A number that rises with each write of a setting; rows are never deleted. */
export async function readSettingsRevision(db: Queryable): Promise<number> {
  const [row] = await db.select({ revision: sql<number>`coalesce(sum(${settings.version}), 0)::int` }).from(settings)
  return row?.revision ?? 0
}

/** The settings made in the browser. One that cannot be read counts as unset. */
export async function readStoredSettings(db: Queryable, secrets: readonly string[]): Promise<StoredSettings> {
  const { key, value, sealed } = settings
  const rows = await db.select({ key, value, sealed }).from(settings)
  return Object.fromEntries(rows.flatMap((row) => readRow(row, secrets)))
}

function readRow({ key, value, sealed }: SettingRow, secrets: readonly string[]): [string, unknown][] {
  const settingKey = settingKeys.find((name) => name === key)
  if (settingKey === undefined || (value === null && sealed === null)) return []
  try {
    const stored = sealed === null ? value : openText(sealed, secrets)
    return [[settingKey, getSettingDefinition(settingKey).schema.parse(stored)]]
  } catch (error) {
    log.warn({ setting: key, err: error }, 'setting not readable, the default applies')
    return []
  }
}

/** The time zone of the organisation, for work that must not depend on a running service. */
export async function readTimeZone(db: Queryable): Promise<string> {
  const [row] = await db.select().from(settings).where(eq(settings.key, 'time_zone'))
  return getSettingDefinition('time_zone').schema.safeParse(row?.value).success ? String(row?.value) : 'UTC'
}

/** The columns that hold a value; null removes it. */
export const valueColumns = (key: SettingKey, value: unknown, secret: string) =>
  getSettingDefinition(key).isSecret && value !== null
    ? { value: null, sealed: sealText(String(value), secret) }
    : { value, sealed: null }

type StoredValue = Partial<Pick<typeof settings.$inferInsert, 'value' | 'sealed'>>

/** Stores a row of the settings in the place of an earlier one; its version grows with each write. */
export async function storeSetting({ db, actor, now }: Context, key: string, columns: StoredValue): Promise<void> {
  const row = { ...columns, updatedAt: now.toISOString(), updatedBy: actor.name }
  await db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: { ...row, version: sql`${settings.version} + 1` } })
}
