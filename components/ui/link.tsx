import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to another page of the application, marked as such. Next fetches nothing ahead for it: every page is made for
 * the one who asks, so what Next fetches for each link in sight is a title that nobody sees, dozens of requests for a
 * list. `PagesAhead` fetches the page of the one link that somebody is about to follow.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} data-page-link="" {...props} />
}
