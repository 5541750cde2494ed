import { PenLine } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { type KnowledgeQuery, knowledgeView } from '#components/knowledge/knowledge-view.ts'
import { PolarityBadge } from '#components/knowledge/polarity-badge.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { listHref } from '#components/list/list-view.ts'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { renderParts } from '#components/ui/text/render-parts.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { type ArticleSummary, listArticleSummaries } from '#lib/contracts/app/articles.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { parseSearchWords, splitAtWords } from '#lib/text/search-words.ts'
import { countArticleFacets } from '#server/articles/facets.ts'
import * as articles from '#server/articles/summaries.ts'

const maxLabels = 6

function ArticleList({ query, articles }: { query: KnowledgeQuery; articles: readonly ArticleSummary[] }) {
  const words = parseSearchWords(query.q ?? '')
  return (
    <>
      {query.q ? <Order query={query} /> : null}
      <ol aria-label="Articles" className="flex flex-col divide-y divide-line">
        {articles.map((article) => (
          <ArticleResult key={article.id} article={article} words={words} />
        ))}
      </ol>
    </>
  )
}

function Order({ query }: { query: KnowledgeQuery }) {
  const isByDate = query.sort === '-metadata.created'
  const other = listHref(knowledgeView, query, { sort: isByDate ? undefined : '-metadata.created' })
  return (
    <p className="text-sm text-muted">
      {isByDate ? 'Newest first. ' : 'Best match first. '}
      <TextLink href={other} scroll={false}>
        {isByDate ? 'Best match first' : 'Newest first'}
      </TextLink>
    </p>
  )
}

function ArticleResult({ article, words }: { article: ArticleSummary; words: readonly string[] }) {
  const { id, title, snippet, metadata } = article
  const labels = [...metadata.technologies, ...metadata.tags]
  return (
    <li className="flex flex-col gap-1.5 py-4 first:pt-1">
      <h2 className="text-md leading-snug font-semibold">
        <Link href={pagePaths.article(id)} className="rounded-sm hover:text-accent-text hover:underline">
          <Marked text={title} words={words} />
        </Link>
      </h2>
      {snippet ? (
        <p className="max-w-prose text-sm text-pretty break-words">
          <Marked text={snippet} words={words} />
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        {metadata.polarity ? <PolarityBadge polarity={metadata.polarity} /> : null}
        <Day value={metadata.created} />
        {metadata.category ? <span>{metadata.category}</span> : null}
        {metadata.source_change ? (
          <span>
            from{' '}
            <TextLink href={pagePaths.change(metadata.source_change)} className="font-normal">
              {metadata.source_change}
            </TextLink>
          </span>
        ) : null}
      </div>
      {labels.length > 0 ? (
        <ul aria-label="Technologies and tags" className="flex flex-wrap gap-1">
          {[...new Set(labels)].slice(0, maxLabels).map((label) => (
            <li key={label} className="max-w-full">
              <Badge>{label}</Badge>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  renderParts(splitAtWords(text, words), (part) =>
    part.isHit ? (
      <mark className="rounded-xs bg-warning-soft text-inherit underline decoration-warning-line decoration-2">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )

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
        <ButtonLink href={pagePaths.newArticle} variant="primary" icon={<PenLine />}>
          Write an article
        </ButtonLink>
      ) : null,
    table: ({ page, query }) => (
      <ListTable view={knowledgeView} rows={page.rows} total={page.total} query={query}>
        <ArticleList query={query} articles={page.rows} />
      </ListTable>
    ),
  },
)
