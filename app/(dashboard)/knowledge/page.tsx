import { PenLine } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { ArticleList } from '#components/knowledge/article-list.tsx'
import { knowledgeView } from '#components/knowledge/knowledge-view.ts'
import { ListTable } from '#components/list/list-table.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { countArticleFacets } from '#server/articles/facets.ts'
import * as articles from '#server/articles/summaries.ts'

export const metadata = { title: knowledgeView.title }

/** Lessons for one change are on the page of that change. */
const query = listArticleSummaries.query.omit({ for_change: true })

export default createListPage(
  knowledgeView,
  { ...listArticleSummaries, query },
  async (ctx, input) => {
    const { q, service, query } = input
    const [page, facetCounts] = await Promise.all([
      articles.listArticleSummaries(ctx, input),
      countArticleFacets(ctx, { q, service, query }),
    ])
    return { ...page, facetCounts }
  },
  {
    actions: ({ actor }) =>
      hasRole(actor.role, 'reviewer') ? (
        <ButtonLink href={pagePaths.newArticle} variant="primary" icon={<PenLine aria-hidden="true" />}>
          Write an article
        </ButtonLink>
      ) : null,
    hasNoColumns: () => true,
    table: ({ page, query }) => (
      <ListTable view={knowledgeView} rows={page.rows} total={page.total} query={query}>
        <ArticleList query={query} articles={page.rows} />
      </ListTable>
    ),
  },
)
