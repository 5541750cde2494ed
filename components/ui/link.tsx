import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to another page of the application. Nothing is fetched before it is followed: every page is made for the one who
 * asks, so what Next fetches ahead for each link in sight is a title that nobody sees, dozens of requests for a list.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
