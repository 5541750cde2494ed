import { and, eq } from 'drizzle-orm'
import type { LayoutPage, ListLayout } from '#lib/contracts/app/list-layouts.ts'
import { actingAccount } from '#server/platform/auth/acting-account.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listLayouts } from '#server/schema/reviews.ts'

/** The layout that the caller saved for a list page; null for the default. */
export async function findListLayout(ctx: Context, page: LayoutPage): Promise<ListLayout | null> {
  const [layout] = await ctx.db
    .select({ columns: listLayouts.columns, density: listLayouts.density })
    .from(listLayouts)
    .where(isOwn(ctx, page))
  return layout ?? null
}

/** Saves the layout of a list page for the caller. */
export async function saveListLayout(ctx: Context, page: LayoutPage, layout: ListLayout): Promise<ListLayout> {
  const values = { ...layout, updatedAt: ctx.now.toISOString() }
  await ctx.db
    .insert(listLayouts)
    .values({ accountId: actingAccount(ctx).id, page, ...values })
    .onConflictDoUpdate({ target: [listLayouts.accountId, listLayouts.page], set: values })
  return layout
}

/** Returns a list page to its default layout for the caller. */
export async function resetListLayout(ctx: Context, page: LayoutPage): Promise<void> {
  await ctx.db.delete(listLayouts).where(isOwn(ctx, page))
}

const isOwn = (ctx: Context, page: LayoutPage) =>
  and(eq(listLayouts.accountId, actingAccount(ctx).id), eq(listLayouts.page, page))
