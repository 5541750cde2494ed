import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { NewToken } from '#components/admin/tokens/new-token.tsx'
import { getTokenState } from '#components/admin/tokens/token-state.ts'
import { StateChips, tokenView } from '#components/admin/tokens/token-view.tsx'
import { listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as tokens from '#server/platform/auth/token-queries.ts'

export const metadata = { title: tokenView.title }

export default createListPage(
  tokenView,
  listApiTokens,
  async (ctx, query) => {
    const { rows, ...page } = await tokens.listApiTokens(ctx, query)
    return { ...page, rows: rows.map((token) => ({ ...token, state: getTokenState(token, ctx.now.getTime()) })) }
  },
  {
    tabs: ({ actor }) => <AdminTabs role={actor.role} current={pagePaths.tokens} />,
    actions: () => <NewToken />,
    filters: ({ query, page }) => page && <StateChips state={query.state} counts={page.counts} />,
  },
)
