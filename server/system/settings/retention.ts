import type { RetentionPreview } from '#lib/contracts/app/retention.ts'
import { type RetentionSetting, retentionSettings } from '#lib/contracts/app/setting-definitions.ts'
import { countRecords, endRecords, type Retention } from '#server/platform/retention.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** The job: ends the records of each kind that are older than the retention of the organisation. */
export async function applyRetention(ctx: Context, kinds: readonly Retention[]): Promise<void> {
  const settings = getSettings()
  for (const kind of kinds) {
    const days = settings[kind.setting]
    if (days !== null) await endRecords(ctx, kind, days)
  }
}

/** What the job would do with these days; a setting without days is for ever. */
export async function previewRetention(
  ctx: Context,
  kinds: readonly Retention[],
  days: Readonly<Partial<Record<RetentionSetting, number | undefined>>>,
): Promise<RetentionPreview> {
  const chosen = kinds.flatMap((kind) => {
    const ownDays = days[kind.setting]
    return ownDays === undefined ? [] : [{ kind, days: ownDays }]
  })
  const result = await Promise.all(
    chosen.map(async ({ kind, days }) => ({ setting: kind.setting, ...(await countRecords(ctx, kind, days)) })),
  )
  const order = (setting: RetentionSetting) => retentionSettings.indexOf(setting)
  return { result: result.toSorted((one, other) => order(one.setting) - order(other.setting)) }
}
