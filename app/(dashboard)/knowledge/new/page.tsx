import type { Metadata } from 'next'
import { ArticleForm } from '#components/knowledge/article-form.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import type { PageSearchParams } from '#lib/api/page-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { listFilterValues } from '#server/search/filter-values.ts'

export const metadata: Metadata = { title: 'New article' }

/** Takes the source change and review from the query of the URL: `?change=…&review=…`. */
export default async function NewArticlePage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const { change, review } = await searchParams
  const ctx = await getPageContext(pagePaths.newArticle, 'reviewer')
  return (
    <>
      <PageHeader title="Write an article" description="What should the planner of the next such change know?" />
      <ArticleForm
        saved={null}
        owner={ctx.actor.id}
        inUse={await listFilterValues(ctx)}
        values={{
          content: '',
          metadata: {
            article_type: 'lesson',
            polarity: null,
            category: null,
            subcategory: null,
            tags: [],
            technologies: [],
            source_change: typeof change === 'string' ? change : null,
            source_pir: typeof review === 'string' ? review : null,
          },
        }}
      />
    </>
  )
}
