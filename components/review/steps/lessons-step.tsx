'use client'

import { Plus } from 'lucide-react'
import { useController } from 'react-hook-form'
import { entryId } from '#components/review/form/anchors.ts'
import { FlagField } from '#components/review/form/fields.tsx'
import type { StepProps } from '#components/review/form/step-props.ts'
import { useFocusAfter } from '#components/review/form/use-focus-after.ts'
import { useStepForm } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import { publishLesson } from '#lib/contracts/routes.ts'
import { reviewQuestions } from '#lib/domain/review-labels.ts'
import { LessonEditor } from './lesson-editor.tsx'

/** Lessons in Markdown, each published as an article of the knowledge base. */
export function LessonsStep({ review: { reference }, savers, live }: StepProps) {
  const saver = savers.steps.lessons
  const { control, setValue, getValues } = useStepForm('lessons', saver, live.forms.lessons)
  const { field } = useController({ control, name: 'drafts' })
  const drafts: readonly LessonDraft[] = field.value
  const publish = useEndpointMutation(publishLesson, ['Articles', 'Search'])
  const focusAfter = useFocusAfter()

  const change = (draft: LessonDraft) => field.onChange(drafts.map((old) => (old.key === draft.key ? draft : old)))

  const add = () => {
    const draft = newDraft()
    field.onChange([...drafts, draft])
    setValue('is_none_learned', false, { shouldDirty: true })
    focusAfter(entryId('drafts', draft.key))
  }

  const remove = (removed: LessonDraft) => {
    field.onChange(drafts.filter((draft) => draft !== removed))
    focusAfter(addButtonId)
    if (removed.title.trim() === '' && removed.content.trim() === '') return
    const undo = () => {
      const { form } = saver
      saver.change({ ...form, drafts: [...form.drafts.filter(({ key }) => key !== removed.key), removed] })
    }
    showToast({ kind: 'info', title: 'Lesson removed', action: { label: 'Undo', run: undo } })
  }

  const publishDraft = async (key: string, masksNames: boolean) => {
    const call = { params: { reference, key }, body: { mask_names: masksNames } }
    try {
      await saver.through(async () => {
        const { saved } = await publish.mutateAsync(call)
        const articles = new Map(saved.form.drafts.map((draft) => [draft.key, draft.article_id]))
        const after = getValues('drafts').map((draft) => ({ ...draft, article_id: articles.get(draft.key) ?? null }))
        setValue('drafts', after)
        return saved
      })
      showToast({ kind: 'success', title: 'Published in the knowledge base' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      showToast({ kind: 'error', title: 'Lesson not published', description })
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
      <Button id={addButtonId} className="self-start" icon={<Plus aria-hidden="true" />} onClick={add}>
        {drafts.length === 0 ? 'Write a lesson' : 'Write another lesson'}
      </Button>
      <FlagField
        control={control}
        name="is_none_learned"
        label={reviewQuestions.is_none_learned}
        blockedBy={drafts.length > 0 ? 'This review has lessons.' : null}
      />
    </div>
  )
}

const addButtonId = 'add-lesson'

const newDraft = (): LessonDraft => ({
  key: `lesson-${crypto.randomUUID().slice(0, 8)}`,
  title: '',
  content: '',
  polarity: 'neutral',
  category: '',
  tags: [],
  technologies: [],
  article_id: null,
})
