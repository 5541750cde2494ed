'use client'

import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { listFieldErrors, toFieldMessage } from './field-errors.ts'
import { focusById, toFieldId } from './field-id.ts'

type ErrorSummaryProps = {
  errors: FieldErrors
  /** `formState.submitCount`: the summary takes the focus after each failed attempt. */
  attempt: number
  /** Labels by field name, in the order of the page. A field without one shows only its message. */
  labels?: Record<string, string>
}

/**
 * Errors of a form with links to their fields; each `Field` needs its `name`. The summary takes the focus if the form
 * has `shouldFocusError: false`. Otherwise the first invalid field does, and the summary is announced.
 */
export function ErrorSummary({ errors, attempt, labels = {} }: ErrorSummaryProps) {
  const region = useRef<HTMLDivElement>(null)
  const order = Object.keys(labels)
  const items = listFieldErrors(errors).toSorted((a, b) => rank(order, a.name) - rank(order, b.name))
  const hasErrors = items.length > 0

  useEffect(() => {
    if (attempt > 0 && hasErrors) region.current?.focus()
  }, [attempt, hasErrors])

  if (attempt === 0 || !hasErrors) return null
  return (
    <div
      ref={region}
      role="alert"
      tabIndex={-1}
      className="flex gap-2 rounded-lg border border-danger-line bg-danger-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div>
        <p className="font-medium">
          {items.length === 1 ? 'One thing needs your attention' : `${items.length} things need your attention`}
        </p>
        <ul className="mt-0.5 list-disc pl-4">
          {items.map(({ name, message }) => (
            <li key={name}>
              <a
                href={`#${toFieldId(name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(name)
                }}
                className="text-danger-text underline underline-offset-3"
              >
                {labels[name] ? `${labels[name]}: ` : null}
                {toFieldMessage(message, labels[name])}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function rank(order: string[], name: string): number {
  const at = order.indexOf(name)
  return at < 0 ? order.length : at
}

function focusField(name: string): void {
  if (!focusById(toFieldId(name))) document.getElementsByName(name)[0]?.focus()
}
