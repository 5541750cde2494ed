'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { FieldContext } from './field-context.ts'
import { toFieldMessage } from './field-errors.ts'
import { toFieldId } from './field-id.ts'

type FieldProps = {
  label: ReactNode
  /** Name of the field in the form. The control's id, to which `ErrorSummary` links, derives from it. */
  name?: string
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** Hides the label from all but screen readers. */
  hideLabel?: boolean
  /** Button beside the label, after the control in the tab order. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Label, hint and error of one control, connected by id. Works with `register` and with `Controller`. */
export function Field({
  label,
  name,
  id,
  hint,
  error,
  required,
  disabled,
  hideLabel,
  aside,
  className,
  children,
}: FieldProps) {
  const generated = useId()
  const controlId = id ?? (name ? toFieldId(name) : generated)
  const labelId = `${controlId}-label`
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', aside ? asideFrameClass : null, className)}>
      <label
        id={labelId}
        htmlFor={controlId}
        className={hideLabel ? 'sr-only' : cx('w-fit text-sm font-medium', aside ? besideAsideClass : null)}
      >
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {hint ? (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <FieldContext
        value={{
          controlId,
          describedBy,
          invalid: Boolean(error),
          required: required ?? false,
          disabled: disabled ?? false,
        }}
      >
        {children}
      </FieldContext>
      {error ? (
        <FieldError id={errorId} label={label}>
          {error}
        </FieldError>
      ) : null}
      {aside ? <div className={asideClass}>{aside}</div> : null}
    </div>
  )
}

/** Frame of a button at the end of the label's line; it does not make the line higher. */
export const asideFrameClass = 'relative'
export const asideClass = 'absolute -top-1 right-0'
export const besideAsideClass = 'mr-10'

export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-danger-text">
      *
    </span>
  )
}

type FieldErrorProps = {
  id?: string | undefined
  label?: ReactNode
  /** Sentence, or message of a schema or of the API. */
  children: string
}

export function FieldError({ id, label, children }: FieldErrorProps) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs font-medium text-danger-text">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>{toFieldMessage(children, label)}</span>
    </p>
  )
}
