import { Pencil } from 'lucide-react'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { knowledgeView } from '#components/knowledge/knowledge-view.ts'
import { PolarityBadge } from '#components/knowledge/polarity-badge.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { listHref } from '#components/list/list-view.ts'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Markdown } from '#components/ui/text/markdown.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { printLabels } from '#lib/api/facets.ts'
import type { Article } from '#lib/contracts/articles.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { getArticleBody } from '#lib/domain/articles/article-body.ts'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { describeEffect } from '#lib/domain/articles/lesson-marks.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { compareChanges } from '#server/articles/lesson-marks.ts'
import { getArticle } from '#server/articles/queries.ts'
import { findDeletionOr404, findKnownChange, getPageContext, readPathSegment } from '#server/pages/page-context.ts'
import { resolveOrNull } from '#server/platform/errors.ts'

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
            <ButtonLink href={pagePaths.editArticle(id)} icon={<Pencil />}>
              Edit
            </ButtonLink>
          ) : null
        }
      />
      <ArticleView article={article} change={change} effect={describeEffect(await compareChanges(ctx, id))} />
    </>
  )
}

type ChosenFacet = Readonly<Record<string, string | undefined>>

type ArticleViewProps = {
  article: Article
  /** The source change; null if it is not in the database. */
  change: { number: string; title: string } | null
  /** How changes went with and without it. */
  effect: string
}

function ArticleView({ article: { id, content, metadata }, change, effect }: ArticleViewProps) {
  const body = getArticleBody(content)
  return (
    <div className="flex flex-col items-start gap-6 lg:flex-row">
      <article className="w-full min-w-0 flex-1">
        {body.trim() ? <Markdown>{body}</Markdown> : <p className="text-muted">This article has only a title.</p>}
      </article>
      <div className="flex w-full flex-col gap-5 lg:max-w-76">
        <Card aria-label="About this article">
          <CardBody>
            <Facts>
              {metadata.polarity ? (
                <Fact label="Kind of lesson" value={<PolarityBadge polarity={metadata.polarity} />} />
              ) : null}
              {metadata.source_change ? (
                <Fact label="Source" wide value={<Source metadata={metadata} change={change} />} />
              ) : null}
              {metadata.category ? (
                <Fact label="Category">
                  <FacetLink by={{ category: metadata.category }}>{metadata.category}</FacetLink>
                  {metadata.subcategory ? ` / ${metadata.subcategory}` : ''}
                </Fact>
              ) : null}
              {metadata.article_type ? (
                <Fact label="Type">
                  <FacetLink by={{ type: metadata.article_type }}>{metadata.article_type}</FacetLink>
                </Fact>
              ) : null}
              <Labels
                label="Technologies"
                values={metadata.technologies}
                by={(value) => ({ technologies: printLabels([value]) })}
              />
              <Labels label="Tags" values={metadata.tags} by={(value) => ({ tags: printLabels([value]) })} />
              <Fact label="Written" value={<Day value={metadata.created} />} />
              {metadata.author ? <Fact label="By" value={metadata.author} /> : null}
              <Fact label="ID" wide value={<code className="font-mono text-xs">{id}</code>} />
            </Facts>
          </CardBody>
        </Card>
        <Card aria-labelledby="effect-title">
          <CardHeader id="effect-title" title="Changes with and without it" />
          <CardBody className="text-sm">{effect}</CardBody>
        </Card>
      </div>
    </div>
  )
}

function Source({ metadata, change }: { metadata: Article['metadata']; change: ArticleViewProps['change'] }) {
  if (!change) return [metadata.source_pir, metadata.source_change].filter(Boolean).join(', ')
  return (
    <>
      <TextLink href={pagePaths.change(change.number)}>{change.number}</TextLink>
      {metadata.source_pir ? (
        <>
          {' '}
          in review <TextLink href={pagePaths.review(change.number)}>{metadata.source_pir}</TextLink>
        </>
      ) : null}
      <span className="block text-xs text-muted">{change.title}</span>
    </>
  )
}

function Labels(props: { label: string; values: readonly string[]; by: (value: string) => ChosenFacet }) {
  const values = [...new Set(props.values)]
  if (values.length === 0) return null
  return (
    <Fact label={props.label} wide>
      <ul aria-label={props.label} className="flex flex-wrap gap-x-3 gap-y-1">
        {values.map((value) => (
          <li key={value}>
            <FacetLink by={props.by(value)}>{value}</FacetLink>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function FacetLink({ by, children }: { by: ChosenFacet; children: ReactNode }) {
  return <TextLink href={listHref(knowledgeView, { page: 1, limit: knowledgeView.pageSize }, by)}>{children}</TextLink>
}
