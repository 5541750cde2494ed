'use client'

import { useQuery } from '@tanstack/react-query'
import { signOffQuery } from '#lib/api/review-queries.ts'
import { joinNames } from '#lib/text/join-names.ts'

type SignersProps = { reference: string; isSubmitted?: boolean }

/** Sentence with the people who can sign a review off; it follows another sentence. */
export function Signers({ reference, isSubmitted = false }: SignersProps) {
  const signers = useQuery(signOffQuery(reference)).data?.signers ?? []
  if (signers.length === 0) return null
  const names = joinNames(
    signers.map(({ name }) => name),
    'or',
  )
  return isSubmitted ? ` Waiting for ${names}.` : ` Needs sign-off by ${names}.`
}
