import type { ReactNode } from 'react'
import { statusLabels } from '#components/records/improvement-labels.ts'
import { lessonTextClass } from '#components/ui/text/lesson-text.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { polarityLabels } from '#lib/domain/review/review-labels.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

export function ImprovementsSection({ data: { review, improvements, nameOf }, level }: SectionProps) {
  const { is_none_needed: isNoneNeeded, notes } = review.steps.improvements.form
  return (
    <ReportSection title="Improvement actions" level={level}>
      <ReportTable
        caption="Improvement actions"
        columns={[
          {
            label: 'Action',
            cell: ({ id, title }) => <TextLink href={pagePaths.improvement(id)}>{title}</TextLink>,
          },
          { label: 'Owner', cell: ({ owner }) => nameOf(owner) },
          { label: 'Due', cell: ({ target_date: day }) => <Day value={day} /> },
          { label: 'Status', cell: ({ status }) => statusLabels[status] },
        ]}
        rows={improvements}
        rowKey={({ id }) => id}
        empty={isNoneNeeded ? 'No actions needed.' : 'No actions recorded yet.'}
      />
      {notes ? <p className="mt-2 text-sm whitespace-pre-wrap">{notes}</p> : null}
    </ReportSection>
  )
}

type LessonsSectionProps = SectionProps & {
  /** Renders Markdown below a heading; the report does it on the server. */
  renderText: (source: string) => ReactNode
}

/** Lessons in full; a published lesson links to its article. */
export function LessonsSection({ data: { review }, level, renderText }: LessonsSectionProps) {
  const { drafts, is_none_learned: isNoneLearned } = review.steps.lessons.form
  const Heading = level === 2 ? 'h3' : 'h4'
  return (
    <ReportSection title="Lessons" level={level}>
      {drafts.length === 0 ? (
        <p className="text-sm text-muted">{isNoneLearned ? 'No lessons to publish.' : 'No lessons written yet.'}</p>
      ) : null}
      {drafts.map((lesson) => (
        <section key={lesson.key} className="mb-5 last:mb-0">
          <Heading className="break-after-avoid-page text-sm font-semibold">
            {lesson.title || 'Lesson without a title'}
          </Heading>
          <p className="mb-1 break-after-avoid-page text-xs text-muted">
            {[polarityLabels[lesson.polarity], lesson.category].filter(Boolean).join(' · ')}
            {' · '}
            {lesson.article_id ? (
              <TextLink href={pagePaths.article(lesson.article_id)}>Read the article</TextLink>
            ) : lesson.publishes ? (
              'published once the review is completed'
            ) : (
              'not published'
            )}
          </p>
          <div className={lessonTextClass}>{renderText(lesson.content)}</div>
        </section>
      ))}
    </ReportSection>
  )
}
