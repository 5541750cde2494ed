'use client'

import { CircleAlert } from 'lucide-react'
import { type AriaAttributes, createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { toFieldMessage } from './field-errors.ts'
import { toFieldId } from './field-id.ts'

type LabelledProps = {
  /** Name of the field in the form. The id, to which `ErrorSummary` links, derives from it. */
  name?: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Button beside the label, after the control in the tab order. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

type FieldProps = LabelledProps & {
  label: ReactNode
  id?: string | undefined
  hideLabel?: boolean
}

/** Label, hint and error of one control, connected by id. Works with `register` and with `Controller`. */
export function Field({ label, hideLabel, aside, className, children, ...props }: FieldProps) {
  const { id, hint, error, required, hintId, errorId, describedBy } = useIds(props)
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', aside ? asideFrameClass : null, className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : cx('w-fit text-sm font-medium', aside ? besideAsideClass : null)}
      >
        {label}
        {required ? requiredMark : null}
      </label>
      {hint ? (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <FieldContext
        value={{
          id,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
          'aria-required': required || undefined,
        }}
      >
        {children}
      </FieldContext>
      <FieldError id={errorId} label={label}>
        {error}
      </FieldError>
      {aside ? <div className={asideClass}>{aside}</div> : null}
    </div>
  )
}

function useIds<Props extends Pick<FieldProps, 'id' | 'name' | 'hint' | 'error' | 'required'>>(props: Props) {
  const generated = useId()
  const id = props.id ?? (props.name ? toFieldId(props.name) : generated)
  const hintId = props.hint ? `${id}-hint` : undefined
  const errorId = props.error ? `${id}-error` : undefined
  return { ...props, id, hintId, errorId, describedBy: [hintId, errorId].filter(Boolean).join(' ') || undefined }
}

/** Frame of a button at the end of the label's line; it does not make the line higher. */
const asideFrameClass = 'relative'
const asideClass = 'absolute -top-1 right-0'
const besideAsideClass = 'mr-10'

const requiredMark = (
  <span aria-hidden="true" className="ml-0.5 text-danger-text">
    *
  </span>
)

type FieldErrorProps = {
  id?: string | undefined
  label?: ReactNode
  children: string | undefined
}

export function FieldError({ id, label, children }: FieldErrorProps) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1 text-xs font-medium text-danger-text">
      <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
      <span>{toFieldMessage(children, label)}</span>
    </p>
  )
}

type FieldGroupProps = LabelledProps & {
  legend: ReactNode
  disabled?: boolean
  inline?: boolean
}

export function FieldGroup({ legend, disabled, inline, aside, className, children, ...props }: FieldGroupProps) {
  const { id, hint, error, required, hintId, errorId, describedBy } = useIds(props)
  const group = (
    <fieldset
      id={id}
      tabIndex={-1}
      disabled={disabled}
      aria-describedby={describedBy}
      className={cx('min-w-0 rounded-md', className)}
    >
      <legend className={cx('text-sm font-medium', aside ? besideAsideClass : null)}>
        {legend}
        {required ? requiredMark : null}
      </legend>
      {hint ? (
        <p id={hintId} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <div className={cx('my-1.5', inline ? 'flex flex-wrap gap-x-5 gap-y-1.5' : 'flex flex-col gap-1.5')}>
        {children}
      </div>
      <FieldError id={errorId} label={legend}>
        {error}
      </FieldError>
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

type ControlProps = { id?: string | undefined } & Pick<
  AriaAttributes,
  'aria-describedby' | 'aria-invalid' | 'aria-required'
>

const FieldContext = createContext<ControlProps>({})

/** Returns the id and aria attributes that a control takes from the `Field` around it. Its own props win. */
export function useFieldControl(props: ControlProps) {
  const field = useContext(FieldContext)
  const describedBy = [props['aria-describedby'], field['aria-describedby']].filter(Boolean).join(' ')
  return {
    id: props.id ?? field.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': props['aria-invalid'] ?? field['aria-invalid'],
    'aria-required': props['aria-required'] ?? field['aria-required'],
  }
}
