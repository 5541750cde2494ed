import type { LayoutQuery } from '#lib/api/layout-query.ts'
import type { ListLayout } from '#lib/contracts/app/list-layouts.ts'
import { findListLayout } from '#server/views/list-layouts.ts'
import type { PageContext } from './page-context.ts'

/** The layout of a list page: that of the address, as in a saved view, else the person's own; null for the default. */
export async function readListLayout(
  ctx: PageContext,
  page: string,
  { columns, density }: LayoutQuery,
): Promise<ListLayout | null> {
  const own = await findListLayout(ctx, page)
  if (columns === undefined && density === undefined) return own
  return {
    columns: columns?.split(',') ?? own?.columns ?? [],
    density: density ?? own?.density ?? 'comfortable',
  }
}
