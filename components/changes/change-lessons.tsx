'use client'

import { useQuery } from '@tanstack/react-query'
import { PolarityBadge } from '#components/knowledge/polarity-badge.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { lessonsQuery, queryLessons } from '#lib/api/change-queries.ts'
import { buildHref } from '#lib/api/page-query.ts'
import type { ArticleSummary } from '#lib/contracts/app/article-summaries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { SectionCard } from './section-card.tsx'

export function ChangeLessons({ number }: { number: string }) {
  const lessons = useQuery(lessonsQuery(number))
  return (
    <SectionCard section="lessons" description="Published from this change">
      <CardBody className="text-sm">
        <QueryStates
          query={lessons}
          failure="The lessons could not be loaded"
          skeleton={<SkeletonText lines={3} label="Loading the lessons" />}
        >
          {({ articles, total_count: total }) =>
            total === 0 ? (
              <p className="text-muted">None published yet. Lessons are written in the review.</p>
            ) : (
              <>
                <ul className="flex flex-col divide-y divide-line">
                  {articles.map((article) => (
                    <Lesson key={article.id} article={article} />
                  ))}
                </ul>
                {total > articles.length ? (
                  <p className="pt-2">
                    <TextLink href={buildHref(pagePaths.knowledge, {}, { query: queryLessons(number).query })}>
                      All {total} in the knowledge base
                    </TextLink>
                  </p>
                ) : null}
              </>
            )
          }
        </QueryStates>
      </CardBody>
    </SectionCard>
  )
}

function Lesson({ article: { id, title, metadata } }: { article: ArticleSummary }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
      {metadata.polarity ? <PolarityBadge polarity={metadata.polarity} /> : null}
      <TextLink href={pagePaths.article(id)} className="min-w-0 flex-1 basis-60">
        {title}
      </TextLink>
      <span className="text-xs text-muted">
        {metadata.author ? `${metadata.author}, ` : ''}
        <Day value={metadata.created} />
      </span>
    </li>
  )
}
