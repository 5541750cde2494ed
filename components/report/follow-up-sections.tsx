import { statusLabels } from '#components/improvements/improvement-words.ts'
import { Day } from '#components/ui/day.tsx'
import { lessonTextClass } from '#components/ui/lesson-text.ts'
import { Markdown } from '#components/ui/markdown.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ReportData } from '#lib/domain/report-data.ts'
import { polarityLabels } from '#lib/domain/review-words.ts'
import { ReportSection } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

export function ImprovementsSection({ review, improvements }: Pick<ReportData, 'review' | 'improvements'>) {
  const { is_none_needed: isNoneNeeded, notes } = review.steps.improvements.form
  return (
    <ReportSection title="Improvement actions">
      <ReportTable
        caption="Improvement actions"
        head={['Action', 'Owner', 'Due', 'Status']}
        empty={isNoneNeeded ? 'No actions needed.' : 'No actions recorded yet.'}
        rows={improvements.map((action) => ({
          key: action.id,
          cells: [
            action.title,
            action.owner,
            <Day key="due" value={action.target_date} />,
            statusLabels[action.status],
          ],
        }))}
      />
      {notes ? <p className="mt-2 text-sm whitespace-pre-wrap">{notes}</p> : null}
    </ReportSection>
  )
}

/** Lessons in full; a published lesson links to its article. */
export function LessonsSection({ review }: Pick<ReportData, 'review'>) {
  const { drafts, is_none_learned: isNoneLearned } = review.steps.lessons.form
  return (
    <ReportSection title="Lessons">
      {drafts.length === 0 ? (
        <p className="text-muted">{isNoneLearned ? 'No lessons to publish.' : 'No lessons written yet.'}</p>
      ) : null}
      {drafts.map((lesson) => (
        <section key={lesson.key} className="mb-5 last:mb-0">
          <h3 className="break-after-avoid-page text-md font-semibold">{lesson.title || 'Lesson without a title'}</h3>
          <p className="mb-1 break-after-avoid-page text-xs text-muted">
            {[polarityLabels[lesson.polarity], lesson.category].filter(Boolean).join(' · ')}
            {' · '}
            {lesson.article_id ? (
              <TextLink href={pagePaths.article(lesson.article_id)}>{lesson.article_id}</TextLink>
            ) : (
              'not published'
            )}
          </p>
          <div className={lessonTextClass}>
            <Markdown under={3}>{lesson.content}</Markdown>
          </div>
        </section>
      ))}
    </ReportSection>
  )
}
