'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { hasRole } from '#lib/contracts/endpoint.ts'
import type { SignOffCase } from '#lib/domain/four-eyes/review-sign-off.ts'
import { findNext } from './find-next.ts'
import { type RememberedList, toRowId } from './remembered-list.ts'
import { reviewHref } from './review-href.ts'

type NextLinksProps = { list: RememberedList; number: string; person: SignOffCase['person'] }

/** Link to the next review, and a link back to its row in the list. */
export function NextLinks({ list, number, person }: NextLinksProps) {
  const canSign = hasRole(person.role, 'manager')
  const next = useQuery({
    queryKey: ['next review', number, list],
    queryFn: ({ signal }) => findNext(list, number, { email: person.email, canSign, signal }),
    gcTime: 0,
  })
  const page = list.query === null ? 'Today' : 'the changes'
  return (
    <nav aria-label="Next review" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {next.data ? (
        <ButtonLink href={reviewHref(next.data)} variant="primary" className="max-w-full min-w-0">
          <span className="truncate">Next: {next.data.title}</span>
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
      ) : null}
      {next.isPending ? <Spinner /> : null}
      {next.data === null ? <p className="text-sm">That was the last one.</p> : null}
      <TextLink href={next.data ? `${list.href}#${toRowId(next.data.number)}` : list.href} className="text-sm">
        Back to {page}
      </TextLink>
    </nav>
  )
}
