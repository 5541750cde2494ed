import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { LessonMark } from '#components/knowledge/lesson-marks.tsx'
import { PolarityBadge } from '#components/knowledge/polarity-badge.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardTable } from '#components/ui/table/data-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { repeatedFactorsQuery } from '#lib/api/factor-queries.ts'
import { offeredLessonsQuery, similarChangesQuery } from '#lib/api/review-queries.ts'
import type { ArticleSummary } from '#lib/contracts/app/articles.ts'
import type { SimilarChange } from '#lib/contracts/app/changes.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { describeSimilar } from '#lib/domain/change/describe-similar.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { LoadedSection } from './sections.tsx'

const shownAtFirst = 3
const parameter = 'lessons'

/** Stores the choice in the URL, so that the list has its full length when the reader returns. */
function showAll() {
  const url = new URL(window.location.href)
  url.searchParams.set(parameter, 'all')
  window.history.replaceState(null, '', url)
}

/** Warns who plans a change of what went wrong more than once on its services; nothing if nothing did. */
export function RepeatedFactors({ number }: { number: string }) {
  const repeated = useQuery(repeatedFactorsQuery(number)).data?.result ?? []
  if (repeated.length === 0) return null
  return (
    <Notice tone="warning" title="What went wrong more than once in a year">
      <ul className="list-disc pl-5">
        {repeated.map(({ factor, service, changes }) => (
          <li key={`${factor} ${service}`}>{`${factor}, ${service}: ${changes} changes`}</li>
        ))}
      </ul>
    </Notice>
  )
}

export function OfferedLessons({ change }: { change: ChangeRecord }) {
  const showsAll = useSearchParams().get(parameter) === 'all'
  return (
    <LoadedSection
      section="offered"
      description="Lessons from earlier changes, for planning this one"
      query={useQuery(offeredLessonsQuery(change.number))}
      what="the lessons"
      rowsOf={({ articles }) => articles}
      empty={
        <>
          No lesson matches the services, technologies or words of this change yet.{' '}
          <TextLink href={pagePaths.knowledge}>Search the knowledge base</TextLink>.
        </>
      }
    >
      {({ articles, total_count: total }) => (
        <CardBody className="text-sm">
          <ol className="flex flex-col divide-y divide-line">
            {articles.slice(0, showsAll ? undefined : shownAtFirst).map((article) => (
              <Lesson key={article.id} article={article} change={change} />
            ))}
          </ol>
          {!showsAll && articles.length > shownAtFirst ? (
            <Button className="mt-3" onClick={showAll}>
              Show {articles.length - shownAtFirst} more
            </Button>
          ) : null}
          {showsAll && total > articles.length ? (
            <p className="mt-3 text-xs text-muted">
              The {articles.length} best matches of {total}.
            </p>
          ) : null}
        </CardBody>
      )}
    </LoadedSection>
  )
}

function Lesson({ article, change }: { article: ArticleSummary; change: ChangeRecord }) {
  const { id, title, snippet, metadata, fit } = article
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
      <div className="mt-1.5 empty:hidden">
        <LessonMark change={change} lesson={article} />
      </div>
    </li>
  )
}

/** Reviewed changes similar to one that is not finished, with their outcomes. */
export function SimilarChanges({ number }: { number: string }) {
  return (
    <LoadedSection
      section="similar"
      description="Reviewed changes of the same service, with words of the title in common"
      query={useQuery(similarChangesQuery(number))}
      what="the similar changes"
      rowsOf={({ result }) => result}
      empty="No similar change was reviewed yet."
    >
      {({ result }) => (
        <>
          <CardBody className="text-sm font-medium">
            {describeSimilar(result.map(({ change }) => change.pir_outcome))}
          </CardBody>
          <SimilarTable similar={result} />
        </>
      )}
    </LoadedSection>
  )
}

function SimilarTable({ similar }: { similar: readonly SimilarChange[] }) {
  return (
    <CardTable
      label="Similar changes"
      columns={[
        {
          label: 'Change',
          isPrimary: true,
          cellClass: 'w-full',
          cell: ({ change: { number, title }, reasons }) => (
            <div className="min-w-0">
              <TextLink href={pagePaths.change(number)}>{title}</TextLink>
              <span className="block text-xs font-normal text-muted">
                <span className="font-mono">{number}</span>
                {reasons.map(({ reason }) => ` · ${reason}`)}
              </span>
            </div>
          ),
        },
        {
          label: 'Ended',
          cellClass: 'whitespace-nowrap',
          isEmpty: ({ change }) => change.actual_end === null,
          cell: ({ change }) => <DateTime value={change.actual_end} precision="day" />,
        },
        { label: 'Outcome', cell: ({ change }) => <ReviewStatus entry={change} /> },
      ]}
      rows={similar}
      rowKey={({ change }) => change.number}
    />
  )
}
