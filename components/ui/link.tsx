import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to another page of the application. Next prefetches nothing for it: every page is rendered for the person who
 * requests it, so a list would send dozens of requests for titles that nobody sees.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
