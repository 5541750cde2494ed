import { AtSign } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { useOptionList } from '#components/ui/form/option-list.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { findMentionable, findStartedMention, type Mentionable } from '#lib/domain/people/mentions.ts'

type CommentFormProps = {
  label: string
  text: string
  onChange: (text: string) => void
  people: readonly Mentionable[]
  submitLabel: string
  /** Rejects if the comment was not saved; the text then stays in the form. */
  onSubmit: (body: string) => Promise<unknown>
  onCancel?: () => void
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
        <Button variant="ghost" size="sm" icon={<AtSign />} onClick={() => startMention(area.current)}>
          Mention
        </Button>
        {children}
      </div>
    </form>
  )
}

type MentionAreaProps = {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  people: readonly Mentionable[]
}

/** A box for a comment, which suggests people after an `@`. */
function MentionArea({ area, text, onChange, people }: MentionAreaProps) {
  const [caret, setCaret] = useState(0)
  const started = findStartedMention(text.slice(0, caret))
  const mentionable = started === null ? [] : findMentionable(people, started)
  const { controlProps, list } = useOptionList<HTMLTextAreaElement>({
    text,
    onText: (next) => {
      setCaret(area.current?.selectionStart ?? next.length)
      onChange(next)
    },
    options: mentionable.map(({ email, name }) => ({ value: email, label: name, hint: email })),
    onPick: ({ label }) => writeAt(area.current, `@${label} `, caret - (started ?? '').length - 1, caret),
    picksFirst: true,
    isMultiline: true,
  })
  return (
    <>
      <Textarea
        rows={3}
        placeholder="Write a comment. @ mentions a person."
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        {...controlProps({
          ref: (element) => {
            area.current = element
          },
        })}
      />
      {list}
    </>
  )
}

/** Starts a mention at the caret, as if the person had typed it. */
function startMention(area: HTMLTextAreaElement | null): void {
  if (!area) return
  area.focus()
  const { value, selectionStart: start, selectionEnd: end } = area
  writeAt(area, /(?:^|\s)$/.test(value.slice(0, start)) ? '@' : ' @', start, end)
}

/** Replaces a part of the text as typing would: React accepts the change, and the caret follows the inserted text. */
function writeAt(area: HTMLTextAreaElement | null, text: string, start: number, end: number): void {
  area?.setRangeText(text, start, end, 'end')
  area?.dispatchEvent(new Event('input', { bubbles: true }))
}
