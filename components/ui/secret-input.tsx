import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

/** A box for a secret, which is never filled in; `isSet` says that one is stored. */
export function SecretInput({ isSet, ...props }: ComponentProps<typeof Input> & { isSet: boolean }) {
  return (
    <Input
      type="password"
      autoComplete="new-password"
      placeholder={isSet ? 'Set. Type to replace it.' : ''}
      {...props}
    />
  )
}
