'use client'

import { useQuery } from '@tanstack/react-query'
import { signOffQuery } from '#lib/api/review-queries.ts'
import { listNames } from '#lib/text/list-names.ts'

/** Who can sign a review off, as a sentence after another one. */
export function Signers({ reference }: { reference: string }) {
  const signers = useQuery(signOffQuery(reference)).data?.signers ?? []
  if (signers.length === 0) return null
  return ` ${listNames(
    signers.map(({ name }) => name),
    'or',
  )} can sign it off.`
}
