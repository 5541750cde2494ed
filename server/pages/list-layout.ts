import type { LayoutQuery } from '#lib/api/layout-query.ts'
import type { ListLayout } from '#lib/contracts/app/list-layouts.ts'
import { findListLayout } from '#server/views/list-layouts.ts'
import type { PageContext } from './page-context.ts'

/**
 * Returns the layout of a list page: that of the URL, as in a saved view, else the person's own; null for the default.
 */
export async function readListLayout(
  ctx: PageContext,
  page: string,
  { columns, density }: LayoutQuery,
): Promise<ListLayout | null> {
  const ownLayout = await findListLayout(ctx, page)
  if (columns === undefined && density === undefined) return ownLayout
  return {
    columns: columns?.split(',') ?? ownLayout?.columns ?? [],
    density: density ?? ownLayout?.density ?? 'comfortable',
  }
}
