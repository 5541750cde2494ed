'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ButtonSize } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { reviewQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { chooseFullForm } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type FullFormLinkProps = { review: Review; step: ReviewStep; size?: ButtonSize; children: ReactNode }

/** Opens the full form; a review in progress then stays in it. */
export function FullFormLink({ review, step, size, children }: FullFormLinkProps) {
  const { reference, change_number: number, status, form_kind: kind } = review
  const client = useQueryClient()
  const choose = useEndpointMutation(chooseFullForm)
  const remember = () => {
    if (status === 'not_started' || kind === 'full') return
    choose.mutate(
      { params: { reference }, body: {}, keepalive: true },
      { onSuccess: (chosen) => client.setQueryData(reviewQuery(number).queryKey, { review: chosen }) },
    )
  }
  return (
    <ButtonLink {...(size ? { size } : {})} href={pagePaths.review(number, step)} onClick={remember}>
      {children}
    </ButtonLink>
  )
}
