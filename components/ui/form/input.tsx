'use client'

import { type ComponentProps, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useFieldControl } from './field.tsx'

export const controlClass =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink shadow-control ' +
  'transition-colors duration-100 hover:border-muted ' +
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ' +
  'pointer-coarse:text-[1rem]'

/** Classes of text boxes only, because `:read-only` matches every select too. */
export const typedControlClass = `${controlClass} read-only:bg-sunken read-only:shadow-none`

/** Text box of one line. React would overwrite what is typed before hydration into one with a `value`: see `Textarea`. */
export function Input({ className, readOnly, ...props }: ComponentProps<'input'>) {
  const isWaiting = !useHydrated() && props.value !== undefined
  return (
    <input
      type="text"
      {...props}
      {...useFieldControl(props)}
      readOnly={readOnly || isWaiting}
      className={cx(isWaiting ? controlClass : typedControlClass, 'h-8 px-2.5', className)}
    />
  )
}

export function ZoneInput(props: ComponentProps<'input'>) {
  const listId = useId()
  const isHydrated = useHydrated()
  return (
    <>
      <Input autoComplete="off" list={listId} {...props} />
      <datalist id={listId}>
        {isHydrated ? Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />) : null}
      </datalist>
    </>
  )
}
