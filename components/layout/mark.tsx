import type { ComponentProps } from 'react'

/** The logo: an eye that is also a clock turning back. */
export function Mark(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" {...props}>
      <path d="M5.2 7.2A8.6 8.6 0 1 1 3.4 12" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M4.4 2.6v5.2h5.2" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="12" cy="12" r="3.1" fill="currentColor" />
    </svg>
  )
}
