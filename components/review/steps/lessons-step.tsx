'use client'

import { Plus } from 'lucide-react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { toEntryId } from '#components/review/form/anchors.ts'
import { FlagField } from '#components/review/form/fields.tsx'
import { useFocusAfter } from '#components/review/form/use-focus-after.ts'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import { publishLesson } from '#lib/contracts/routes.ts'
import { getLessonPolarity } from '#lib/domain/review/form-facts.ts'
import { reviewQuestions } from '#lib/domain/review/review-labels.ts'
import { LessonEditor } from './lesson-editor.tsx'

/** Lessons in Markdown, each published as an article of the knowledge base once the review is completed. */
export function LessonsStep({ review: { reference }, savers }: StepProps) {
  const saver = savers.steps.lessons
  const field = bindFields(saver)
  const drafts = useFieldValue(field('drafts'))
  const publish = useEndpointMutation(publishLesson)
  const focusAfter = useFocusAfter()

  const change = (draft: LessonDraft) =>
    saver.change({ drafts: saver.form.drafts.map((old) => (old.key === draft.key ? draft : old)) })

  const add = () => {
    const draft = newDraft(getLessonPolarity(savers.steps.incidents.form))
    saver.change({ drafts: [...drafts, draft], is_none_learned: false })
    focusAfter(toEntryId('drafts', draft.key))
  }

  const remove = (removed: LessonDraft) => {
    saver.change({ drafts: drafts.filter(({ key }) => key !== removed.key) })
    focusAfter(addButtonId)
    if (removed.title.trim() === '' && removed.content.trim() === '') return
    const undo = () =>
      saver.change({ drafts: [...saver.form.drafts.filter(({ key }) => key !== removed.key), removed] })
    showToast({ kind: 'info', title: 'Lesson removed', action: { label: 'Undo', run: undo } })
  }

  const publishDraft = async (key: string, masksNames: boolean) => {
    const call = { params: { reference, key }, body: { mask_names: masksNames } }
    try {
      await saver.saveThenRun(async () => (await publish.mutateAsync(call)).saved)
      showToast({ kind: 'success', title: 'Published with the review' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      showToast({ kind: 'error', title: 'Lesson not marked for publication', description })
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {drafts.map((draft, index) => (
        <LessonEditor
          key={draft.key}
          number={index + 1}
          draft={draft}
          isPublishing={publish.isPending && publish.variables?.params?.key === draft.key}
          onChange={change}
          onRemove={() => remove(draft)}
          onPublish={(masksNames) => void publishDraft(draft.key, masksNames)}
        />
      ))}
      <div id={toFieldId('drafts')} className="flex items-center justify-between gap-2">
        <Button id={addButtonId} icon={<Plus aria-hidden="true" />} onClick={add}>
          {drafts.length === 0 ? 'Write a lesson' : 'Write another lesson'}
        </Button>
        <FieldComments name="drafts" />
      </div>
      <FlagField
        field={field('is_none_learned')}
        label={reviewQuestions.is_none_learned}
        blockedBy={drafts.length > 0 ? 'This review has lessons.' : null}
      />
    </div>
  )
}

const addButtonId = 'add-lesson'

const newDraft = (polarity: LessonDraft['polarity']): LessonDraft => ({
  key: `lesson-${crypto.randomUUID().slice(0, 8)}`,
  title: '',
  content: '',
  polarity,
  category: '',
  tags: [],
  technologies: [],
  article_id: null,
})
