'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { PolarityBadge } from '#components/knowledge/polarity-badge.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Button } from '#components/ui/button.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { offeredLessonsQuery } from '#lib/api/change-queries.ts'
import type { ArticleSummary } from '#lib/contracts/app/article-summaries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { SectionCard } from './section-card.tsx'

const shownAtFirst = 3
const parameter = 'lessons'

/** Stores the choice in the URL, so that the list has its full length when the reader returns. */
function showAll() {
  const url = new URL(window.location.href)
  url.searchParams.set(parameter, 'all')
  window.history.replaceState(null, '', url)
}

/** Lessons relevant to a planned change, each with its reason. */
export function OfferedLessons({ number }: { number: string }) {
  const lessons = useQuery(offeredLessonsQuery(number))
  const showsAll = useSearchParams().get(parameter) === 'all'
  return (
    <SectionCard section="offered" description="Lessons from earlier changes, for planning this one">
      <CardBody className="text-sm">
        <QueryStates
          query={lessons}
          failure="The lessons could not be loaded"
          skeleton={<SkeletonText lines={3} label="Loading the lessons" />}
        >
          {({ articles, total_count: total }) => {
            const shownArticles = showsAll ? articles : articles.slice(0, shownAtFirst)
            return articles.length === 0 ? (
              <p className="text-muted">
                No lesson matches the services, technologies or words of this change yet.{' '}
                <TextLink href={pagePaths.knowledge}>Search the knowledge base</TextLink>.
              </p>
            ) : (
              <>
                <ol className="flex flex-col divide-y divide-line">
                  {shownArticles.map((article) => (
                    <Lesson key={article.id} article={article} />
                  ))}
                </ol>
                {shownArticles.length < articles.length ? (
                  <Button className="mt-3" onClick={showAll}>
                    Show {articles.length - shownArticles.length} more
                  </Button>
                ) : null}
                {showsAll && total > articles.length ? (
                  <p className="mt-3 text-xs text-muted">
                    The {articles.length} best matches of {total}.
                  </p>
                ) : null}
              </>
            )
          }}
        </QueryStates>
      </CardBody>
    </SectionCard>
  )
}

function Lesson({ article: { id, title, snippet, metadata, fit } }: { article: ArticleSummary }) {
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {metadata.polarity ? <PolarityBadge polarity={metadata.polarity} /> : null}
        <TextLink href={pagePaths.article(id)} className="font-medium">
          {title}
        </TextLink>
      </p>
      {snippet ? <p className="mt-0.5 line-clamp-2 break-words">{snippet}</p> : null}
      {fit ? (
        <p className="mt-1 text-xs text-muted">
          <span className="sr-only">Why it is suggested: </span>
          {fit.reasons.map(({ reason }) => reason).join(' · ')}
        </p>
      ) : null}
    </li>
  )
}
