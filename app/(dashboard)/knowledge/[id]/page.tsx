import { Pencil } from 'lucide-react'
import type { Metadata } from 'next'
import { ArticleView } from '#components/knowledge/article-view.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getArticle } from '#server/articles/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { findDeletionOr404, resolveOrNull } from '#server/pages/resolve-or-404.ts'
import { findKnownChange } from '#server/pages/reviewed-change.ts'

export const metadata: Metadata = { title: 'Article' }

export default async function ArticlePage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.article(id))
  const article = await resolveOrNull(getArticle(ctx, id))
  if (article === null)
    return <DeletedRecord kind="article" name="This article" deletion={await findDeletionOr404(ctx, 'article', id)} />
  const { source_change: number } = article.metadata
  const change = number === null ? null : await findKnownChange(ctx, number)
  const title = getArticleTitle(article.content)
  return (
    <>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        actions={
          hasRole(ctx.actor.role, 'reviewer') ? (
            <ButtonLink href={pagePaths.editArticle(id)} icon={<Pencil aria-hidden="true" />}>
              Edit
            </ButtonLink>
          ) : null
        }
      />
      <ArticleView article={article} change={change} />
    </>
  )
}
