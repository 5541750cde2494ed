'use client'

import { useQuery } from '@tanstack/react-query'
import { useMay, useUser } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { markedLessonsQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { MarkedLesson } from '#lib/contracts/app/articles.ts'
import { lessonMarks } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { markLesson } from '#lib/contracts/routes.ts'
import { describeMarkedLessons, lessonMarkLabels } from '#lib/domain/articles/lesson-marks.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type LessonMarkProps = {
  change: ChangeRecord
  lesson: Pick<MarkedLesson, 'id' | 'title'> & { readonly mark?: MarkedLesson['mark'] | undefined }
  isReadOnly?: boolean
}

/** What became of a lesson for a change: its implementer and reviewers choose it or take it back, and others read it. */
export function LessonMark({ change, lesson: { id, title, mark }, isReadOnly = false }: LessonMarkProps) {
  const isHydrated = useHydrated()
  const write = useEndpointMutation(markLesson)
  const email = useUser()?.email
  const mayMark = useMay('reviewer') || change.assigned_to?.toLowerCase() === email
  if (isReadOnly || !mayMark) return mark ? <Badge>{lessonMarkLabels[mark]}</Badge> : null
  const shown = write.isPending ? write.variables.body.mark : mark
  return (
    <fieldset disabled={!isHydrated} className="flex flex-wrap gap-1.5">
      <legend className="sr-only">“{title}” for this change</legend>
      {lessonMarks.map((choice) => (
        <ToggleChip
          key={choice}
          isOn={shown === choice}
          onToggle={() =>
            write.mutate(
              { params: { number: change.number, id }, body: { mark: shown === choice ? null : choice } },
              { onError: showErrorToast },
            )
          }
        >
          {lessonMarkLabels[choice]}
        </ToggleChip>
      ))}
    </fieldset>
  )
}

/** The lessons that were marked while a change was planned; nothing without any. */
export function MarkedLessons({ change, isReadOnly }: { change: ChangeRecord; isReadOnly: boolean }) {
  const lessons = useQuery(markedLessonsQuery(change.number)).data?.result ?? []
  if (lessons.length === 0) return null
  return (
    <section aria-labelledby="marked-lessons" className="mt-6">
      <h3 id="marked-lessons" className="mb-2 text-sm font-semibold">
        {describeMarkedLessons(lessons)}
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {lessons.map((lesson) => (
          <li key={lesson.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-3 py-2">
            <TextLink href={pagePaths.article(lesson.id)} className="min-w-0 flex-1 basis-64">
              {lesson.title}
            </TextLink>
            <LessonMark change={change} lesson={lesson} isReadOnly={isReadOnly} />
          </li>
        ))}
      </ul>
    </section>
  )
}
