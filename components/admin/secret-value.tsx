'use client'

import { type ReactNode, useId } from 'react'
import { CopyButton } from '#components/ui/text/copy-button.tsx'

type SecretValueProps = {
  label: string
  /** Object of the copy button, such as "the token". */
  what: string
  value: string
  children?: ReactNode
}

/** A secret with a button that copies it. */
export function SecretValue({ label, what, value, children }: SecretValueProps) {
  const labelId = useId()
  return (
    <section aria-labelledby={labelId} className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <h3 id={labelId} className="text-sm font-medium">
          {label}
        </h3>
        <CopyButton value={value} what={what} wide />
      </div>
      <pre className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap select-all">
        {value}
      </pre>
      {children}
    </section>
  )
}
