'use client'

import { type RefObject, useState } from 'react'
import { useOptionList } from '#components/ui/form/option-list.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { findMentionable, findStartedMention, type Mentionable } from '#lib/domain/people/mentions.ts'

type MentionAreaProps = {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  people: readonly Mentionable[]
}

/** A box for a comment, which suggests people after an `@`. */
export function MentionArea({ area, text, onChange, people }: MentionAreaProps) {
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
export function startMention(area: HTMLTextAreaElement | null): void {
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
