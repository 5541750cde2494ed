import { type RetentionSetting, retentionSettings, settingDefinitions } from '#lib/contracts/app/setting-definitions.ts'
import type { RetentionPreview } from '#lib/contracts/app/settings.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { countRecords, deleteRecords, type Retention, subtractDays } from '#server/platform/retention.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** Deletes the records of each kind that are older than the retention of the organisation, as a job. */
export async function applyRetention(ctx: Context, kinds: readonly Retention[]): Promise<void> {
  const settings = getSettings()
  for (const kind of kinds) {
    const days = settings[kind.setting]
    if (days !== null) await deleteRecords(ctx, kind, days)
  }
}

/** Previews what the job would delete with these days; a kind without days has the default of its setting. */
export async function previewRetention(
  ctx: Context,
  kinds: readonly Retention[],
  days: Readonly<Partial<Record<RetentionSetting, number | undefined>>>,
): Promise<RetentionPreview> {
  const getUntil = (ownDays: number) => getDayInZone(subtractDays(ctx.now, ownDays), ctx.zone ?? 'UTC')
  const counts = retentionSettings.flatMap((setting) => {
    const kind = kinds.find((known) => known.setting === setting)
    const ownDays = days[setting] ?? settingDefinitions[setting].default
    return kind && ownDays !== null
      ? [countRecords(ctx, kind, ownDays).then((counted) => ({ setting, ...counted, until: getUntil(ownDays) }))]
      : []
  })
  return { result: await Promise.all(counts) }
}
