import { and, eq, or } from 'drizzle-orm'
import type { listSavedViews as contract, SavedView } from '#lib/contracts/app/search.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { sortByName } from '#lib/text/sort-by-name.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { savedViews } from '#server/schema/reviews.ts'

export type ViewRow = typeof savedViews.$inferSelect

/** Lists the caller's own views of a page, then views that others share; each list by name. */
export async function listSavedViews(ctx: Context, input: QueryOf<typeof contract>): Promise<SavedView[]> {
  const { id } = getActingAccount(ctx)
  const rows = await ctx.db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.page, input.page), or(eq(savedViews.accountId, id), eq(savedViews.isShared, true))))
  const views = sortByName(rows.map((row) => presentView(ctx, row)))
  return [...views.filter((view) => view.is_mine), ...views.filter((view) => !view.is_mine)]
}

/** Presents a view for the caller. */
export const presentView = (ctx: Context, row: ViewRow): SavedView => ({
  ...toRecord(savedViews, row, ['id', 'page', 'name', 'search', 'is_shared', 'owner_name', 'created_at']),
  is_mine: row.accountId === ctx.actor.id,
})
