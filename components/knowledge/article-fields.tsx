import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { OptionalCombobox } from '#components/ui/form/combobox.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field, FieldError } from '#components/ui/form/field.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { bindField } from '#components/ui/form/form-field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { MarkdownEditor } from '#components/ui/form/markdown-editor.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { ValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { NewArticle } from '#lib/contracts/articles.ts'
import { type ArticleParts, joinHeading, splitHeading } from '#lib/domain/articles/article-heading.ts'
import { polarityLabels } from '#lib/review/labels.ts'

const polarityOptions = Object.entries(polarityLabels).map(([value, label]) => ({ value, label }))

/** Labels of the form fields, in order. */
export const articleFieldLabels = {
  content: 'Text',
  'metadata.polarity': 'Kind of lesson',
  'metadata.article_type': 'Type',
  'metadata.category': 'Category',
  'metadata.subcategory': 'Subcategory',
  'metadata.tags': 'Tags',
  'metadata.technologies': 'Technologies',
  'metadata.source_change': 'Change',
  'metadata.source_pir': 'Review',
  'metadata.author': 'Author',
  'metadata.created': 'Written on',
} as const satisfies Partial<Record<FieldPath<NewArticle>, string>>

export const articleFieldNames = Object.keys(articleFieldLabels) as FieldPath<NewArticle>[]

export type ArticleFieldsProps = {
  /** Values of other articles, as suggestions. */
  inUse: Pick<ValuesInUse, 'lesson_categories' | 'tags' | 'technologies'>
  form: UseFormReturn<NewArticle, unknown, NewArticle>
  isNew: boolean
}

export function ArticleFields({ form, isNew, inUse }: ArticleFieldsProps) {
  const [MetadataField] = useState(() => bindField(form))
  const rules = { setValueAs: (value: string) => value || null }
  return (
    <>
      <ArticleText form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <MetadataField
          name="metadata.polarity"
          label="Kind of lesson"
          rules={rules}
          as={NativeSelect}
          placeholder="Not set"
          options={polarityOptions}
        />
        <MetadataField
          name="metadata.article_type"
          label="Type"
          controlled={OptionalCombobox}
          options={createOptions(['lesson'])}
        />
        <MetadataField
          name="metadata.category"
          label="Category"
          controlled={OptionalCombobox}
          options={createOptions(inUse.lesson_categories)}
        />
        <MetadataField name="metadata.subcategory" label="Subcategory" rules={rules} />
        <Labels form={form} name="tags" suggestions={inUse.tags} />
        <Labels form={form} name="technologies" suggestions={inUse.technologies} />
        <MetadataField
          name="metadata.source_change"
          label="Change"
          hint="Number of the source change"
          placeholder="CHG0000042"
          rules={rules}
        />
        <MetadataField
          name="metadata.source_pir"
          label="Review"
          hint="Reference of the source review"
          placeholder="PIR-2026-0042"
          rules={rules}
        />
        {isNew ? null : (
          <>
            <MetadataField name="metadata.author" label="Author" rules={rules} />
            <MetadataField name="metadata.created" label="Written on" required controlled={DateInput} />
          </>
        )}
      </div>
    </>
  )
}

/** Title and text. They are stored as one Markdown text with the title as its heading. */
function ArticleText({ form }: Pick<ArticleFieldsProps, 'form'>) {
  const content = form.watch('content')
  const [edited, setEdited] = useState(() => splitHeading(content))
  const parts = joinHeading(edited) === content ? edited : splitHeading(content)
  const write = (change: Partial<ArticleParts>) => {
    const next = { ...parts, ...change }
    setEdited(next)
    setValue(form, 'content', joinHeading(next))
  }
  return (
    <>
      <Field label="Title" hint="Say what to do. Without a title, the first line of the text is shown.">
        <Input value={parts.title} maxLength={200} onChange={({ target }) => write({ title: target.value })} />
      </Field>
      <MarkdownEditor
        label={articleFieldLabels.content}
        name="content"
        rows={14}
        value={parts.body}
        onChange={(body) => write({ body })}
        error={form.formState.errors.content?.message}
      />
    </>
  )
}

type LabelsProps = Pick<ArticleFieldsProps, 'form'> & { name: 'tags' | 'technologies'; suggestions: readonly string[] }

function Labels({ form, name, suggestions }: LabelsProps) {
  const path = `metadata.${name}` as const
  const faults = form.formState.errors.metadata?.[name]
  const fault = faults?.message ?? (Array.isArray(faults) ? faults.find(Boolean)?.message : undefined)
  return (
    <div className="flex flex-col gap-1">
      <LabelInput
        label={articleFieldLabels[path]}
        values={form.watch(path) ?? []}
        suggestions={suggestions}
        onChange={(values) => setValue(form, path, values)}
      />
      {fault ? <FieldError>{fault}</FieldError> : null}
    </div>
  )
}

function setValue(form: ArticleFieldsProps['form'], name: FieldPath<NewArticle>, value: string | string[]): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
}
