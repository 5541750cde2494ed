import { BookOpenText, PenLine } from 'lucide-react'
import { ArticleList } from '#components/knowledge/article-list.tsx'
import { KnowledgeBase } from '#components/knowledge/knowledge-base.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { articleInput, facetInput, knowledgePlace } from '#lib/api/knowledge-search.ts'
import { type ArticleSummary, listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { listArticleFacets } from '#server/articles/facets.ts'
import * as articles from '#server/articles/summaries.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { listPage } from '../list-page.tsx'

const knowledgeView: ListView<ArticleSummary, KnowledgeQuery> = {
  ...knowledgePlace,
  title: 'Knowledge',
  description: 'Lessons from past changes, to plan the next one.',
  key: 'id',
  columns: [],
  views: 'knowledge',
  empty: { icon: BookOpenText, text: 'Lessons that reviews publish appear here.', imports: 'articles' },
}

export const metadata = { title: knowledgeView.title }

export default listPage(
  knowledgeView,
  { ...listArticleSummaries, query: KnowledgeQuery },
  async (ctx, query) => {
    const [page, counts] = await Promise.all([
      articles.listArticleSummaries(ctx, articleInput(query)),
      listArticleFacets(ctx, facetInput(query)),
    ])
    return { ...page, counts }
  },
  {
    actions: ({ actor }) =>
      hasRole(actor.role, 'reviewer') ? (
        <ButtonLink href={pagePaths.newArticle} variant="primary" icon={<PenLine aria-hidden="true" />}>
          Write an article
        </ButtonLink>
      ) : null,
    exported: (_, query) => articleInput(query),
    hasNoColumns: () => true,
    table: ({ page, query }) => (
      <ListTable view={knowledgeView} rows={page.rows} total={page.total} query={query}>
        <ArticleList query={query} articles={page.rows} />
      </ListTable>
    ),
    frame: (list, { page, filtering }) => (
      <KnowledgeBase {...filtering} counts={page?.counts ?? null}>
        {list}
      </KnowledgeBase>
    ),
  },
)
