import type { Metadata } from 'next'
import { ArticleForm } from '#components/knowledge/article-form.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getArticle } from '#server/articles/queries.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'
import { buildVersionTag } from '#server/platform/http/response.ts'
import { listFilterValues } from '#server/search/filter-values.ts'

export const metadata: Metadata = { title: 'Edit article' }

export default async function EditArticlePage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.editArticle(id), 'reviewer')
  const article = await resolveOr404(getArticle(ctx, id))
  const title = getArticleTitle(article.content)
  return (
    <>
      <BreadcrumbLabel path={pagePaths.article(id)} label={title} />
      <PageHeader title="Edit article" description={title} />
      <ArticleForm
        saved={{ id, etag: buildVersionTag(article.version) }}
        owner={ctx.actor.id}
        inUse={await listFilterValues(ctx)}
        values={{ content: article.content, metadata: article.metadata }}
      />
    </>
  )
}
