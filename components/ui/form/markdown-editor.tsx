'use client'

import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { MarkdownLazy } from '#components/ui/text/markdown-lazy.tsx'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import { Field } from './field.tsx'
import { Textarea } from './textarea.tsx'

type MarkdownEditorProps = {
  label: string
  /** Name of the field in the form, to which `ErrorSummary` links. */
  name?: string
  value: string
  onChange: (value: string) => void
  rows?: number
  error?: string | undefined
  /** Headings to start with, offered while there is no text. */
  template?: string
}

export function MarkdownEditor({ label, name, value, onChange, rows = 8, error, template }: MarkdownEditorProps) {
  const [isPreview, setPreview] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const insert = (text: string) => {
    onChange(text)
    textarea.current?.focus()
  }
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        {...(name ? { name } : {})}
        hint="Markdown: headings, lists, links, tables, code"
        error={error}
        required
      >
        <Textarea
          ref={textarea}
          rows={rows}
          className="font-mono text-sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <ToggleChip isOn={isPreview} onToggle={() => setPreview(!isPreview)}>
          Preview
        </ToggleChip>
        {template !== undefined && value.trim() === '' ? (
          <Button size="sm" variant="ghost" onClick={() => insert(template)}>
            Use the template
          </Button>
        ) : null}
      </div>
      {isPreview ? (
        <section aria-label="Preview" className="rounded-md border border-line bg-bg px-4 py-3">
          {value.trim() ? <MarkdownLazy>{value}</MarkdownLazy> : <p className="text-sm text-muted">Nothing to show.</p>}
        </section>
      ) : null}
    </div>
  )
}
