import { and, eq, ne } from 'drizzle-orm'
import type { ListLayout } from '#lib/contracts/app/list-layouts.ts'
import { getActingAccount } from '#server/platform/auth/acting-account.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listLayouts } from '#server/schema/reviews.ts'

/** Finds the layout that the caller saved for a list page; null for the default. */
export async function findListLayout(ctx: Context, page: string): Promise<ListLayout | null> {
  const [layout] = await ctx.db
    .select({ columns: listLayouts.columns, density: listLayouts.density })
    .from(listLayouts)
    .where(isOwn(ctx, page))
  return layout ?? null
}

/** Maximum layouts of an account; there are fewer list pages. */
const maxLayouts = 100

/** Saves the layout of a list page for the caller. Throws `conflict` at the limit. */
export async function saveListLayout(ctx: Context, page: string, layout: ListLayout): Promise<ListLayout> {
  const accountId = getActingAccount(ctx).id
  const values = { ...layout, updatedAt: ctx.now.toISOString() }
  const isOtherPage = and(eq(listLayouts.accountId, accountId), ne(listLayouts.page, page))
  if ((await ctx.db.$count(listLayouts, isOtherPage)) >= maxLayouts) {
    throw new AppError('conflict', `You have reached the limit of ${maxLayouts} layouts: reset one first.`)
  }
  await ctx.db
    .insert(listLayouts)
    .values({ accountId, page, ...values })
    .onConflictDoUpdate({ target: [listLayouts.accountId, listLayouts.page], set: values })
  return layout
}

/** Resets a list page to its default layout for the caller. */
export async function resetListLayout(ctx: Context, page: string): Promise<void> {
  await ctx.db.delete(listLayouts).where(isOwn(ctx, page))
}

const isOwn = (ctx: Context, page: string) =>
  and(eq(listLayouts.accountId, getActingAccount(ctx).id), eq(listLayouts.page, page))
