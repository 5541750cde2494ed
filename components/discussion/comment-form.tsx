'use client'

import { AtSign } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { Mentionable } from '#lib/domain/mentions.ts'

type CommentFormProps = {
  label: string
  text: string
  onChange: (text: string) => void
  people: readonly Mentionable[]
  submitLabel: string
  /** Throws if the comment was not saved; the text stays in the form. */
  onSubmit: (body: string) => Promise<unknown>
  onCancel?: () => void
}

/** Form for a comment; people are mentioned from a menu or by typing `@` and their name. */
export function CommentForm({ label, text, onChange, people, submitLabel, onSubmit, onCancel }: CommentFormProps) {
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
  const mention = ({ name }: Mentionable) => {
    const at = area.current?.selectionStart ?? text.length
    const before = text.slice(0, at)
    const gap = before === '' || /\s$/.test(before) ? '' : ' '
    onChange(`${before}${gap}@${name} ${text.slice(at)}`)
    // After the closing menu has returned the focus to its button.
    setTimeout(() => area.current?.focus())
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2" aria-label={label}>
      <Field label={label} name="body" hideLabel error={error}>
        <Textarea
          ref={area}
          rows={3}
          value={text}
          placeholder="Write a comment"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
          }}
        />
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
        <DropdownMenu
          align="start"
          trigger={
            <Button variant="ghost" size="sm" icon={<AtSign aria-hidden="true" />}>
              Mention
            </Button>
          }
          entries={people.map((person) => ({ label: person.name, onSelect: () => mention(person) }))}
        />
      </div>
    </form>
  )
}
