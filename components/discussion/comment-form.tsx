'use client'

import { AtSign } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import type { Mentionable } from '#lib/domain/people/mentions.ts'
import { MentionArea, startMention } from './mention-area.tsx'

type CommentFormProps = {
  label: string
  text: string
  onChange: (text: string) => void
  people: readonly Mentionable[]
  submitLabel: string
  /** Rejects if the comment was not saved; the text then stays in the form. */
  onSubmit: (body: string) => Promise<unknown>
  onCancel?: () => void
  /** Further buttons and the parts that they open. */
  children?: ReactNode
}

/** Form for a comment; `@` suggests people to mention. */
export function CommentForm({
  label,
  text,
  onChange,
  people,
  submitLabel,
  onSubmit,
  onCancel,
  children,
}: CommentFormProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (text.trim() === '') {
      setError('Write a comment first.')
      area.current?.focus()
      return
    }
    setSaving(true)
    try {
      setError(undefined)
      await onSubmit(text)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The service did not respond.')
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
      }}
      noValidate
      className="flex flex-col gap-2"
      aria-label={label}
    >
      <Field label={label} hideLabel error={error}>
        <MentionArea area={area} text={text} onChange={onChange} people={people} />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="sm" busy={isSaving}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          icon={<AtSign aria-hidden="true" />}
          onClick={() => startMention(area.current)}
        >
          Mention
        </Button>
        {children}
      </div>
    </form>
  )
}
