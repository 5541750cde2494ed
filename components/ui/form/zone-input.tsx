'use client'

import { type ComponentProps, useId } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { Input } from './input.tsx'

/** Input for the name of a time zone, which suggests the known ones. */
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
