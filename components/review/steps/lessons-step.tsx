import { BookUp, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { toEntryId } from '#components/review/form/missing-list.tsx'
import { Questions } from '#components/review/form/questions.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { useFocusAfter } from '#components/review/form/use-step-href.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { createOptions } from '#components/ui/form/find-options.ts'
import { Input } from '#components/ui/form/input.tsx'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { MarkdownEditor } from '#components/ui/form/markdown-editor.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { failWith, showToast } from '#components/ui/overlay/toast.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import { publishLesson } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getLessonPolarity, isPublishable, lessonTemplate } from '#lib/review/forms.ts'
import { polarityLabels } from '#lib/review/labels.ts'
import { lessons } from '#lib/review/questions/lessons.ts'

export function LessonsStep({ review: { reference }, change, savers }: StepProps) {
  const saver = savers.steps.lessons
  const drafts = useFieldValue(bindFields(saver)('drafts'))
  const publish = useEndpointMutation(publishLesson)
  const focusAfter = useFocusAfter()

  const changeDraft = (draft: LessonDraft) =>
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

  const publishDraft = (key: string, masksNames: boolean) => {
    const call = { params: { reference, key }, body: { mask_names: masksNames } }
    saver
      .saveThenRun(async () => (await publish.mutateAsync(call)).saved)
      .then(() => showToast({ kind: 'success', title: 'Published with the review' }))
      .catch(failWith('Lesson not marked for publication'))
  }

  const editors = (
    <>
      {drafts.map((draft, index) => (
        <LessonEditor
          key={draft.key}
          number={index + 1}
          draft={draft}
          isPublishing={publish.isPending && publish.variables?.params?.key === draft.key}
          onChange={changeDraft}
          onRemove={() => remove(draft)}
          onPublish={(masksNames) => publishDraft(draft.key, masksNames)}
        />
      ))}
      <div id={toFieldId('drafts')} className="flex items-center justify-between gap-2">
        <Button id={addButtonId} icon={<Plus />} onClick={add}>
          {drafts.length === 0 ? 'Write a lesson' : 'Write another lesson'}
        </Button>
        <FieldComments name="drafts" />
      </div>
    </>
  )
  return (
    <div className="flex flex-col gap-5">
      <Questions
        of={lessons}
        change={change}
        savers={savers}
        own={{ drafts: editors }}
        words={{ is_none_learned: { blockedBy: drafts.length > 0 ? 'This review has lessons.' : null } }}
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

const polarityOptions = Object.entries(polarityLabels).map(([value, label]) => ({ value, label }))

type LessonEditorProps = {
  number: number
  draft: LessonDraft
  isPublishing: boolean
  onChange: (draft: LessonDraft) => void
  onRemove: () => void
  onPublish: (masksNames: boolean) => void
}

/** One lesson: title, Markdown text with preview, and labels. */
function LessonEditor({ number, draft, isPublishing, onChange, onRemove, onPublish }: LessonEditorProps) {
  const id = useId()
  const [masksNames, setMasksNames] = useState(draft.publishes !== 'written')
  const isEmpty = !isPublishable(draft)
  const isMarked = draft.publishes !== undefined
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <header className="flex items-center justify-between gap-3">
        <h3 id={id} className="flex items-center gap-2 text-sm font-semibold">
          Lesson {number}
          {draft.article_id ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>}
          {isMarked ? <Badge tone="accent">To be published</Badge> : null}
        </h3>
        {draft.article_id ? (
          <TextLink href={pagePaths.article(draft.article_id)}>Read the article</TextLink>
        ) : (
          <IconButton label={`Remove lesson ${number}`} icon={<Trash2 />} onClick={onRemove} />
        )}
      </header>
      <Field label="Title" id={toEntryId('drafts', draft.key)} required>
        <Input
          value={draft.title}
          maxLength={200}
          onChange={(event) => onChange({ ...draft, title: event.target.value })}
        />
      </Field>
      <MarkdownEditor
        label="What happened, and what to do next time"
        value={draft.content}
        template={lessonTemplate}
        onChange={(content) => onChange({ ...draft, content })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind of lesson">
          <NativeSelect
            options={polarityOptions}
            value={draft.polarity}
            onChange={(event) => onChange({ ...draft, polarity: event.target.value as LessonDraft['polarity'] })}
          />
        </Field>
        <LessonLabels draft={draft} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line pt-3">
        <Button icon={<BookUp />} disabled={isEmpty} busy={isPublishing} onClick={() => onPublish(masksNames)}>
          {isMarked ? 'Marked for publication' : draft.article_id ? 'Publish again' : 'Publish'}
        </Button>
        <Checkbox
          label="Replace people's names with their roles"
          checked={masksNames}
          onChange={({ target: { checked } }) => {
            setMasksNames(checked)
            if (isMarked && !isEmpty) onPublish(checked)
          }}
        />
        {isEmpty ? <p className="text-xs text-muted">Enter a title and a text first.</p> : null}
        {isEmpty ? null : (
          <p className="text-xs text-muted">
            {isMarked
              ? `The knowledge base shows ${draft.article_id ? 'these changes' : 'it'} once the review is completed, with the text as it is then.`
              : draft.article_id
                ? 'The article is updated once the review is completed.'
                : 'Everyone can read it in the knowledge base once the review is completed.'}
          </p>
        )}
      </div>
    </section>
  )
}

function LessonLabels({ draft, onChange }: { draft: LessonDraft; onChange: (draft: LessonDraft) => void }) {
  const inUse = useValuesInUse()
  return (
    <>
      <Field label="Category">
        <Combobox
          value={draft.category}
          maxLength={64}
          options={createOptions(inUse.lesson_categories ?? [])}
          onChange={(category) => onChange({ ...draft, category })}
        />
      </Field>
      <LabelInput
        label="Tags"
        values={draft.tags}
        suggestions={inUse.tags ?? []}
        onChange={(tags) => onChange({ ...draft, tags })}
      />
      <LabelInput
        label="Technologies"
        values={draft.technologies}
        suggestions={inUse.technologies ?? []}
        onChange={(technologies) => onChange({ ...draft, technologies })}
      />
    </>
  )
}
