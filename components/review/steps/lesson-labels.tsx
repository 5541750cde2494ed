'use client'

import { Combobox } from '#components/ui/form/combobox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'

type LessonLabelsProps = { draft: LessonDraft; onChange: (draft: LessonDraft) => void }

/** Category, tags and technologies of a lesson, each with suggestions. */
export function LessonLabels({ draft, onChange }: LessonLabelsProps) {
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
