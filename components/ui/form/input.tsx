'use client'

import { type ComponentProps, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useFieldControl } from './field.tsx'

/** Text box of one line. React would overwrite what is typed before hydration into one with a `value`: see `Textarea`. */
export function Input({ className, readOnly, ...props }: ComponentProps<'input'>) {
  const isWaiting = !useHydrated() && props.value !== undefined
  return (
    <input
      type="text"
      {...props}
      {...useFieldControl(props)}
      readOnly={readOnly || isWaiting}
      className={cx(isWaiting ? 'control' : 'typed-control', 'h-8 px-2.5', className)}
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
