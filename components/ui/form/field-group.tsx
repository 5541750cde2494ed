'use client'

import { type ReactNode, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { asideClass, asideFrameClass, besideAsideClass, FieldError, RequiredMark } from './field.tsx'
import { toFieldId } from './field-id.ts'

type FieldGroupProps = {
  legend: ReactNode
  name?: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** Lays the choices side by side. */
  inline?: boolean
  /** Button beside the legend, after the choices in the tab order. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Checkboxes or radio buttons under one legend, described by its hint and error. */
export function FieldGroup({
  legend,
  name,
  hint,
  error,
  required,
  disabled,
  inline,
  aside,
  className,
  children,
}: FieldGroupProps) {
  const generated = useId()
  const groupId = name ? toFieldId(name) : generated
  const hintId = hint ? `${groupId}-hint` : undefined
  const errorId = error ? `${groupId}-error` : undefined
  const group = (
    <fieldset
      id={groupId}
      tabIndex={-1}
      disabled={disabled}
      aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
      className={cx('min-w-0 rounded-md', className)}
    >
      <legend className={cx('text-sm font-medium', aside ? besideAsideClass : null)}>
        {legend}
        {required ? <RequiredMark /> : null}
      </legend>
      {hint ? (
        <p id={hintId} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <div className={cx('my-1.5', inline ? 'flex flex-wrap gap-x-5 gap-y-1.5' : 'flex flex-col gap-1.5')}>
        {children}
      </div>
      {error ? (
        <FieldError id={errorId} label={legend}>
          {error}
        </FieldError>
      ) : null}
    </fieldset>
  )
  if (!aside) return group
  // Outside the fieldset, because browsers place its contents below the legend.
  return (
    <div className={asideFrameClass}>
      {group}
      <div className={asideClass}>{aside}</div>
    </div>
  )
}
